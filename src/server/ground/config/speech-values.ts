import { z } from 'zod';
import { type SpokenLanguage, spokenLanguages } from '#shared/voice/voice.ts';

/** A speech endpoint with OpenAI's paths below a base URL such as https://api.example/v1. */
export type SpeechEndpoint = {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  timeoutMs: number;
};

export type SpeechConfig = {
  /** Use local speech where no endpoint is configured: Moonshine recognises English, espeak-ng speaks. */
  builtIn: boolean;
  workers: number;
  espeakPath: string | undefined;
  recogniser: (SpeechEndpoint & { languages: { language: SpokenLanguage; code: string }[] }) | undefined;
  speaker:
    | (SpeechEndpoint & { format: 'wav' | 'pcm'; voices: { language: SpokenLanguage; voice: string }[] })
    | undefined;
};

const isLanguage = (text: string | undefined): text is SpokenLanguage =>
  spokenLanguages.some((language) => language === text);

const pairs = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => {
      const at = item.indexOf('=');
      return at === -1 ? [item, ''] : [item.slice(0, at).trim(), item.slice(at + 1).trim()];
    });

const base = (path: string) =>
  z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, '').replace(new RegExp(`${path}$`), ''));

/** Whisper's language codes. */
const usualCodes: Record<SpokenLanguage, string> = { en: 'en', cmn: 'zh', yue: 'yue' };

const sttLanguages = z.string().transform((text, context) => {
  const list = pairs(text).map(([language, code]) => ({ language, code }));
  if (list.length === 0 || !list.every(({ language }) => isLanguage(language))) {
    context.addIssue({ code: 'custom', message: 'must be a list of en, cmn and yue, such as en,yue=zh' });
    return z.NEVER;
  }
  return list.map(({ language, code }) => {
    const known = language as SpokenLanguage;
    return { language: known, code: code || usualCodes[known] };
  });
});

const ttsVoices = z.string().transform((text, context) => {
  const list = pairs(text).map(([language, voice]) => ({ language, voice }));
  const isValid = list.every(
    ({ language, voice }) => isLanguage(language) && /^[\w .:/+-]{1,60}$/.test(voice ?? ''),
  );
  if (!isValid) {
    context.addIssue({ code: 'custom', message: 'must be a list of language=voice, such as en=alloy' });
    return z.NEVER;
  }
  return list.map(({ language, voice }) => ({
    language: language as SpokenLanguage,
    voice: voice as string,
  }));
});

const timeout = z.coerce.number().int().min(100).max(60_000).default(10_000);

/** The environment variables for speech; `.env.example` documents each one. */
export const speechVariables = {
  SPEECH_BUILT_IN: z.enum(['0', '1']).default('1'),
  ESPEAK_PATH: z.string().min(1).optional(),
  STT_WORKERS: z.coerce.number().int().min(1).max(16).default(1),
  STT_URL: base('/audio/transcriptions').optional(),
  STT_API_KEY: z.string().min(1).optional(),
  STT_MODEL: z.string().min(1).default('whisper-1'),
  STT_LANGUAGES: sttLanguages.prefault('en,cmn,yue'),
  STT_TIMEOUT_MS: timeout,
  TTS_URL: base('/audio/speech').optional(),
  TTS_API_KEY: z.string().min(1).optional(),
  TTS_MODEL: z.string().min(1).default('tts-1'),
  TTS_VOICES: ttsVoices.prefault(''),
  TTS_FORMAT: z.enum(['wav', 'pcm']).default('wav'),
  TTS_TIMEOUT_MS: timeout,
};

const Variables = z.object(speechVariables);
type Values = z.output<typeof Variables>;

export const speechConfig = (env: Values): SpeechConfig => ({
  builtIn: env.SPEECH_BUILT_IN === '1',
  workers: env.STT_WORKERS,
  espeakPath: env.ESPEAK_PATH,
  recogniser: env.STT_URL
    ? {
        baseUrl: env.STT_URL,
        apiKey: env.STT_API_KEY,
        model: env.STT_MODEL,
        timeoutMs: env.STT_TIMEOUT_MS,
        languages: env.STT_LANGUAGES,
      }
    : undefined,
  speaker: env.TTS_URL
    ? {
        baseUrl: env.TTS_URL,
        apiKey: env.TTS_API_KEY,
        model: env.TTS_MODEL,
        timeoutMs: env.TTS_TIMEOUT_MS,
        format: env.TTS_FORMAT,
        voices: env.TTS_VOICES,
      }
    : undefined,
});

/** A problem with the combination of variables that are each valid on their own. */
export const speechProblem = (env: Values) =>
  env.TTS_URL && env.TTS_VOICES.length === 0
    ? 'TTS_VOICES= (is needed with TTS_URL, such as en=alloy)'
    : undefined;
