import type { SpeechConfig } from '#server/ground/config/speech-values.ts';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import type { Recogniser, Speaker, SpeechServices } from '../ports.ts';
import { findEspeak } from './espeak.ts';
import { createHttpRecogniser } from './http-recogniser.ts';
import { createHttpSpeaker } from './http-speaker.ts';
import { createMoonshineRecogniser } from './moonshine-recogniser.ts';
import { openSpeakerThread } from './speaker-thread.ts';
import { SpeechError } from './speech-error.ts';

/** Warns about a missing speech service; the server starts all the same. */
export type Warn = (problem: string, error?: unknown) => void;

export async function openSpeech(
  config: SpeechConfig,
  warn: Warn = () => undefined,
): Promise<SpeechServices & { close(): Promise<void> }> {
  const [recognisers, speakers] = await Promise.all([
    openRecognisers(config, warn),
    openSpeakers(config, warn),
  ]);
  return {
    recogniser: joinRecognisers(recognisers),
    speaker: joinSpeakers(speakers),
    async close() {
      await Promise.all([...recognisers, ...speakers].map((part) => part.close()));
    },
  };
}

async function openRecognisers(
  { recogniser, builtIn, workers }: SpeechConfig,
  warn: Warn,
): Promise<Recogniser[]> {
  const configured = recogniser ? [createHttpRecogniser(recogniser)] : [];
  const isEnglishThere = configured.some(({ languages }) => languages.includes('en'));
  if (!builtIn || isEnglishThere) return configured;
  const moonshine = createMoonshineRecogniser({ workers });
  try {
    await moonshine.warm();
    return [...configured, moonshine];
  } catch (error) {
    warn('the built-in recogniser did not start', error);
    await moonshine.close();
    return configured;
  }
}

async function openSpeakers({ speaker, builtIn, espeakPath }: SpeechConfig, warn: Warn): Promise<Speaker[]> {
  const configured = speaker ? [createHttpSpeaker(speaker)] : [];
  if (!builtIn) return configured;
  if (espeakPath && !findEspeak(espeakPath)) warn('ESPEAK_PATH is no program');
  try {
    const espeak = await openSpeakerThread({ path: espeakPath });
    return espeak ? [...configured, espeak] : configured;
  } catch (error) {
    warn('espeak-ng did not tell its voices', error);
    return configured;
  }
}

/** Each language is handled by the first recogniser that supports it. */
export function joinRecognisers(parts: readonly Recogniser[]): Recogniser | undefined {
  if (parts.length === 0) return undefined;
  const byLanguage = new Map<SpokenLanguage, Recogniser>();
  for (const part of parts)
    for (const language of part.languages) if (!byLanguage.has(language)) byLanguage.set(language, part);
  return {
    languages: [...byLanguage.keys()],
    async recognise(samples, language, signal, hurry) {
      const part = byLanguage.get(language);
      if (!part) throw new SpeechError('unavailable', `nothing here understands ${language}`);
      return part.recognise(samples, language, signal, hurry);
    },
    async close() {
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}

/** All voices; configured ones come before basic ones, so that they are the defaults of their language. */
export function joinSpeakers(parts: readonly Speaker[]): Speaker | undefined {
  if (parts.length === 0) return undefined;
  const byVoice = new Map(parts.flatMap((part) => part.voices.map(({ id }) => [id, part] as const)));
  return {
    voices: parts.flatMap(({ voices }) => voices),
    speak(text, voice, signal) {
      const part = byVoice.get(voice);
      if (!part) throw new SpeechError('unavailable', `there is no voice ${voice}`);
      return part.speak(text, voice, signal);
    },
    async close() {
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}
