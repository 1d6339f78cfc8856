import { isHallucination } from '#engine/speech/real-words.ts';
import { recognitionRate } from '#engine/speech/sample-rates.ts';
import { writeWav } from '#engine/speech/wav.ts';
import type { SpeechConfig } from '#server/ground/config/speech-values.ts';
import type { Recogniser } from '../ports.ts';
import { ask, bodyPieces } from './endpoint.ts';
import { SpeechError } from './speech-error.ts';

const path = '/audio/transcriptions';
/** Thirty seconds of speech are some hundred words. */
const mostBytes = 256 * 1024;
const longestTranscript = 8000;

/**
 * Speech to text by any endpoint that takes a WAV in a form and answers `{"text": …}`, as the servers of
 * OpenAI and Whisper do.
 */
export function createHttpRecogniser(endpoint: NonNullable<SpeechConfig['recogniser']>): Recogniser {
  const codes = new Map(endpoint.languages.map(({ language, code }) => [language, code]));
  return {
    languages: [...codes.keys()],
    async recognise(samples, language, signal) {
      const code = codes.get(language);
      if (!code) throw new SpeechError('unavailable', `${language} is not configured in STT_LANGUAGES`);
      const form = new FormData();
      form.set('file', new Blob([writeWav(samples, recognitionRate)], { type: 'audio/wav' }), 'speech.wav');
      form.set('model', endpoint.model);
      form.set('language', code);
      form.set('response_format', 'json');
      const answer = await ask(endpoint, path, { body: form }, signal);
      const decoder = new TextDecoder();
      let text = '';
      const limits = { timeoutMs: endpoint.timeoutMs, mostBytes, signal };
      for await (const piece of bodyPieces(answer, path, limits))
        text += decoder.decode(piece, { stream: true });
      return transcriptIn(text + decoder.decode());
    },
    close: async () => undefined,
  };
}

function transcriptIn(body: string) {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch (error) {
    throw new SpeechError('garbled', `${path} did not answer JSON`, { cause: error });
  }
  const text = (answer as { text?: unknown } | null)?.text;
  if (typeof text !== 'string' || text.length > longestTranscript)
    throw new SpeechError('garbled', `${path} answered no transcript`);
  const transcript = text.replaceAll('\0', '').toWellFormed().trim();
  // Whisper models invent such phrases from noise.
  return isHallucination(transcript) ? '' : transcript;
}
