import { callRate } from '#engine/speech/sample-rates.ts';
import { createWavReader, WavError } from '#engine/speech/wav.ts';
import type { SpeechConfig } from '#server/ground/config/speech-values.ts';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import type { Speaker } from '../ports.ts';
import { createCallSamples } from './call-samples.ts';
import { ask, bodyPieces } from './endpoint.ts';
import { SpeechError } from './speech-error.ts';

const path = '/audio/speech';
/** Rate of raw samples when the answer does not declare one. */
const defaultPcmRate = 24_000;
/** Two minutes of audio at 48 kHz. */
const mostBytes = 2 * 60 * callRate * 2;
const longestText = 4000;

/** Text to speech by any endpoint like that of OpenAI; audio is played while it still arrives. */
export function createHttpSpeaker(endpoint: NonNullable<SpeechConfig['speaker']>): Speaker {
  const voices = endpoint.voices.map(({ language, voice }) => ({
    voice,
    listed: {
      id: `${language}-${voice}`.slice(0, 80),
      name: `${languageNames[language]} · ${voice}`,
      language,
      is_basic: false,
    },
  }));
  return {
    voices: voices.map(({ listed }) => listed),
    async *speak(text, id, signal) {
      const voice = voices.find(({ listed }) => listed.id === id)?.voice;
      if (!voice) throw new SpeechError('unavailable', `${id} is not configured in TTS_VOICES`);
      const input = text.slice(0, longestText).trim();
      if (input === '') return;
      const { model, format } = endpoint;
      const body = JSON.stringify({ model, input, voice, response_format: format });
      const headers = { 'content-type': 'application/json' };
      const answer = await ask(endpoint, path, { body, headers }, signal);
      const limits = { timeoutMs: endpoint.timeoutMs, mostBytes, signal };
      const type = answer.headers.get('content-type') ?? '';
      yield* samplesIn({ type, format }, bodyPieces(answer, path, limits));
    },
    close: async () => undefined,
  };
}

type DeclaredType = { type: string; format: 'wav' | 'pcm' };

async function* samplesIn(declared: DeclaredType, pieces: AsyncIterable<Uint8Array>) {
  let reader: SoundReader | undefined;
  let sound: ReturnType<typeof createCallSamples> | undefined;
  let first: Uint8Array = new Uint8Array(0);
  for await (const received of pieces) {
    const piece = reader ? received : Buffer.concat([first, received]);
    first = piece;
    if (!reader && piece.length < 4) continue;
    reader ??= readerFor(declared, piece);
    const samples = read(reader, piece);
    const rate = reader.rate();
    if (rate === undefined || samples.length === 0) continue;
    sound ??= callSamplesFrom(rate);
    yield* sound.push(samples);
  }
  if (!sound) throw new SpeechError('garbled', `${path} sent no sound`);
  yield* sound.flush();
}

function callSamplesFrom(rate: number) {
  try {
    return createCallSamples(rate);
  } catch (error) {
    throw new SpeechError('garbled', `${path} sent sound at ${rate} Hz`, { cause: error });
  }
}

type SoundReader = { push(piece: Uint8Array): Float32Array; rate(): number | undefined };

/** WAV is recognised by its first bytes; the content type only tells raw samples from anything else. */
function readerFor({ type, format }: DeclaredType, first: Uint8Array): SoundReader {
  const isWav = String.fromCharCode(...first.subarray(0, 4)) === 'RIFF';
  if (isWav) return createWavReader();
  const name = type.split(';')[0]?.trim().toLowerCase() ?? '';
  // Unknown bytes played as samples would be loud noise: untyped bytes count as samples only when raw samples
  // were requested.
  const isRaw =
    ['audio/pcm', 'audio/l16', 'audio/raw'].includes(name) ||
    (name === 'application/octet-stream' && format === 'pcm');
  if (!isRaw) throw new SpeechError('garbled', `${path} answered ${name || 'something without a type'}`);
  const rate = Number(/rate=(\d{4,6})/.exec(type)?.[1] ?? defaultPcmRate);
  return createPcmReader(Math.min(192_000, Math.max(8000, rate)));
}

/** Signed 16-bit little-endian samples. */
function createPcmReader(rate: number): SoundReader {
  let odd: number | undefined;
  return {
    rate: () => rate,
    push(piece) {
      const bytes = odd === undefined ? piece : Buffer.concat([Uint8Array.of(odd), piece]);
      odd = bytes.length % 2 === 1 ? bytes.at(-1) : undefined;
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return Float32Array.from(
        { length: Math.floor(bytes.length / 2) },
        (_, i) => view.getInt16(i * 2, true) / 32768,
      );
    },
  };
}

function read(reader: SoundReader, piece: Uint8Array) {
  try {
    return reader.push(piece);
  } catch (error) {
    if (error instanceof WavError)
      throw new SpeechError('garbled', `${path}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Languages by their own names, whatever the language of the page. */
const languageNames: Record<SpokenLanguage, string> = { en: 'English', cmn: '普通話', yue: '廣東話' };
