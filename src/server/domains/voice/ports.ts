import type { SpokenLanguage, Voice } from '#shared/voice/voice.ts';

/** Speech to text. Samples are mono, 16 kHz, -1…1. */
export type Recogniser = {
  languages: readonly SpokenLanguage[];
  /** Once `hurry` is aborted the user waits for the result: the best text known by then is enough. */
  recognise(
    samples: Float32Array,
    language: SpokenLanguage,
    signal: AbortSignal,
    hurry?: AbortSignal,
  ): Promise<string>;
  close(): Promise<void>;
};

/** Text to speech: mono samples at 48 kHz, -1…1, in chunks as they are synthesised. */
export type Speaker = {
  voices: readonly Omit<Voice, 'is_recognised'>[];
  speak(text: string, voice: string, signal: AbortSignal): AsyncIterable<Float32Array>;
  close(): Promise<void>;
};

/** The speech services found on this machine or configured; undefined when missing. */
export type SpeechServices = { recogniser: Recogniser | undefined; speaker: Speaker | undefined };
