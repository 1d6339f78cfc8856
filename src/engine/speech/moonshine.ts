/** Moonshine-tiny: English speech to text on one core, several times faster than it is spoken. */

import llamaTokenizer from 'llama-tokenizer-js';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { normalised, rms, withoutSilence } from './loudness.ts';
import { packageFile } from './package-files.ts';
import { resample } from './resample.ts';
import { heardRate } from './sample-rates.ts';

/** Nobody says more; what goes on longer is a loop. */
const tokensPerSecond = 6.5;
const tokensAlways = 6;
/** Below this there is no word, and above it no turn: what is longer is the caller's to cut. */
const leastSeconds = 0.1;
const longestSeconds = 40;
const silentRms = 0.001;

/**
 * A small network hears the same words differently when they begin a little later or are said a little faster. Where it is
 * not sure it listens again, and what it was surest of counts: the mean log-probability of its tokens.
 */
const sure = -0.15;
const looks: ((samples: Float32Array) => Float32Array)[] = [
  (samples) => padded(samples, 0.1),
  (samples) => resample(samples, 16, 15),
  (samples) => padded(samples, 0.2),
  (samples) => padded(samples, 0.03),
];

export type Moonshine = {
  /** Empty where nothing was said. Mono, 16 kHz; `signal` is looked at between tokens. After `hurry` it does not listen again. */
  transcribe(samples: Float32Array, signal?: AbortSignal, hurry?: AbortSignal): Promise<string>;
  close(): Promise<void>;
};

export async function openMoonshine({ threads = 1, mostLooks = looks.length } = {}): Promise<Moonshine> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // Utterances are of every length: a plan for one serves no other.
    enableMemPattern: false,
    logSeverityLevel: 3,
  };
  const open = (name: string) =>
    InferenceSession.create(
      packageFile('@moonshine-ai/moonshine-js', 'dist/model/tiny/quantized', name),
      options,
    );
  const [encoder, decoder] = await Promise.all([
    open('encoder_model.onnx'),
    open('decoder_model_merged.onnx'),
  ]);

  async function look(samples: Float32Array, signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    const { last_hidden_state: heard } = await encoder.run({
      input_values: new Tensor('float32', samples, [1, samples.length]),
    });
    const most = Math.ceil((samples.length / heardRate) * tokensPerSecond) + tokensAlways;
    return decodeTokens(decoder, heard as Tensor, most, signal);
  }

  return {
    async transcribe(given, signal, hurry) {
      if (given.length < leastSeconds * heardRate || rms(given) < silentRms) return '';
      if (given.length > longestSeconds * heardRate)
        throw new RangeError(`more than ${longestSeconds} s of speech at once`);
      const samples = normalised(withoutSilence(given));
      let best = { tokens: [] as number[], confidence: Number.NEGATIVE_INFINITY };
      for (const change of looks.slice(0, mostLooks)) {
        const found = await look(change(samples), signal);
        if (found.confidence > best.confidence) best = found;
        if (best.confidence >= sure || hurry?.aborted) break;
      }
      return best.tokens.length === 0 ? '' : llamaTokenizer.decode(best.tokens, false, false).trim();
    },
    async close() {
      await Promise.all([encoder.release(), decoder.release()]);
    },
  };
}

/** Silence before and after. */
function padded(samples: Float32Array, seconds: number) {
  const silence = Math.round(seconds * heardRate);
  const all = new Float32Array(samples.length + 2 * silence);
  all.set(samples, silence);
  return all;
}

const layers = 6;
const heads = 8;
const headSize = 36;
const beginToken = 1;
const endToken = 2;

type Decoded = {
  tokens: number[];
  /** The mean log-probability of the tokens, their end included; a loop has none. */
  confidence: number;
};

/** The likeliest token each time, until the end, a loop, or `most`. */
async function decodeTokens(
  decoder: InferenceSession,
  heard: Tensor,
  most: number,
  signal?: AbortSignal,
): Promise<Decoded> {
  const tokens: number[] = [];
  const past = noPast();
  let last = beginToken;
  let sum = 0;
  for (let step = 0; step < most; step++) {
    signal?.throwIfAborted();
    const answer = await decoder.run({
      input_ids: new Tensor('int64', BigInt64Array.of(BigInt(last)), [1, 1]),
      encoder_hidden_states: heard,
      use_cache_branch: new Tensor('bool', Uint8Array.of(step > 0 ? 1 : 0), [1]),
      ...past,
    });
    const likeliest = largest((answer.logits as Tensor).data as Float32Array);
    last = likeliest.at;
    sum += likeliest.logProbability;
    if (last === endToken) return { tokens, confidence: sum / (step + 1) };
    tokens.push(last);
    const loop = endOfLoop(tokens);
    if (loop !== undefined) return { tokens: tokens.slice(0, loop), confidence: leastConfidence };
    for (const name of Object.keys(past)) {
      // What the encoder heard stays as the first step left it.
      if (step === 0 || name.includes('decoder'))
        past[name] = answer[name.replace('past_key_values', 'present')] as Tensor;
    }
  }
  return { tokens, confidence: Math.min(leastConfidence / 2, sum / most) };
}

/** Of what never came to its end: better than nothing, and than nothing else. */
const leastConfidence = -20;

function noPast() {
  const past: Record<string, Tensor> = {};
  for (let layer = 0; layer < layers; layer++)
    for (const side of ['decoder', 'encoder'])
      for (const part of ['key', 'value'])
        past[`past_key_values.${layer}.${side}.${part}`] = new Tensor('float32', new Float32Array(0), [
          0,
          heads,
          1,
          headSize,
        ]);
  return past;
}

function largest(logits: Float32Array) {
  let at = 0;
  for (let i = 1; i < logits.length; i++) if ((logits[i] as number) > (logits[at] as number)) at = i;
  const top = logits[at] as number;
  let sum = 0;
  for (let i = 0; i < logits.length; i++) sum += Math.exp((logits[i] as number) - top);
  return { at, logProbability: -Math.log(sum) };
}

/** How often the same run of tokens may follow itself: one word is said often in play, a whole phrase hardly. */
const most = (length: number) => (length === 1 ? 8 : length === 2 ? 5 : 3);
const longestRun = 12;
/** Of what is repeated so many of them are kept. */
const kept = 1;

/**
 * A recogniser that lost the thread says one phrase for ever. Where the end of `tokens` is such a loop: how many of them
 * are worth keeping.
 */
export function endOfLoop(tokens: readonly number[]): number | undefined {
  for (let length = 1; length <= longestRun; length++) {
    const times = most(length) + 1;
    const begin = tokens.length - length * times;
    if (begin < 0) return undefined;
    const isLoop = () => {
      for (let at = begin + length; at < tokens.length; at++)
        if (tokens[at] !== tokens[at - length]) return false;
      return true;
    };
    if (isLoop()) return begin + length * kept;
  }
  return undefined;
}
