import type { SpokenLanguage, Voice } from '#shared/voice/voice.ts';

/** Speech to text. Samples are mono, 16 kHz, -1…1. */
export type Recogniser = {
  languages: readonly SpokenLanguage[];
  /** From `hurry` on somebody waits for it: what is known then will do. */
  recognise(
    samples: Float32Array,
    language: SpokenLanguage,
    signal: AbortSignal,
    hurry?: AbortSignal,
  ): Promise<string>;
  close(): Promise<void>;
};

/** Text to speech: mono samples at 48 kHz, -1…1, in pieces as they come. */
export type Speaker = {
  voices: readonly Omit<Voice, 'is_recognised'>[];
  speak(text: string, voice: string, signal: AbortSignal): AsyncIterable<Float32Array>;
  close(): Promise<void>;
};

/** What was found on this machine or configured. Undefined where nothing is. */
export type SpeechParts = { recogniser: Recogniser | undefined; speaker: Speaker | undefined };
