/** Moonshine-tiny: English speech recognition on one core, several times faster than real time. */

import llamaTokenizer from 'llama-tokenizer-js';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { normalised, rms, withoutSilence } from './loudness.ts';
import { packageFile } from './package-files.ts';
import { resample } from './resample.ts';
import { recognitionRate } from './sample-rates.ts';

/** Upper bound of speaking speed; a longer output is a loop of the recogniser. */
const tokensPerSecond = 6.5;
const tokensAlways = 6;
/** Shorter audio contains no word; longer audio is refused, the caller must cut it. */
const leastSeconds = 0.1;
const longestSeconds = 40;
const silentRms = 0.001;

/**
 * A small network recognises the same words differently when they begin a little later or are a
 * little slower. Below this confidence (mean log-probability of the tokens) the next variant is
 * tried; the most confident result wins.
 */
const confident = -0.15;
const attempts: ((samples: Float32Array) => Float32Array)[] = [
  (samples) => padded(samples, 0.1),
  (samples) => resample(samples, 16, 15),
  (samples) => padded(samples, 0.2),
  (samples) => padded(samples, 0.03),
];

export type Moonshine = {
  /**
   * Empty if nothing was said. Takes mono samples at 16 kHz; `signal` is checked between tokens. After
   * `hurry` is aborted no further variant is tried.
   */
  transcribe(samples: Float32Array, signal?: AbortSignal, hurry?: AbortSignal): Promise<string>;
  close(): Promise<void>;
};

export async function openMoonshine({
  threads = 1,
  mostLooks: maxAttempts = attempts.length,
} = {}): Promise<Moonshine> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // Every utterance has its own length, so a memory plan cannot be reused.
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

  async function attempt(samples: Float32Array, signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    const { last_hidden_state: encoded } = await encoder.run({
      input_values: new Tensor('float32', samples, [1, samples.length]),
    });
    const most = Math.ceil((samples.length / recognitionRate) * tokensPerSecond) + tokensAlways;
    return decodeTokens(decoder, encoded as Tensor, most, signal);
  }

  return {
    async transcribe(input, signal, hurry) {
      if (input.length < leastSeconds * recognitionRate || rms(input) < silentRms) return '';
      if (input.length > longestSeconds * recognitionRate)
        throw new RangeError(`more than ${longestSeconds} s of speech at once`);
      const samples = normalised(withoutSilence(input));
      let best = { tokens: [] as number[], confidence: Number.NEGATIVE_INFINITY };
      for (const change of attempts.slice(0, maxAttempts)) {
        const found = await attempt(change(samples), signal);
        if (found.confidence > best.confidence) best = found;
        if (best.confidence >= confident || hurry?.aborted) break;
      }
      return best.tokens.length === 0 ? '' : llamaTokenizer.decode(best.tokens, false, false).trim();
    },
    async close() {
      await Promise.all([encoder.release(), decoder.release()]);
    },
  };
}

/** Adds silence before and after. */
function padded(samples: Float32Array, seconds: number) {
  const silence = Math.round(seconds * recognitionRate);
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
  /** Mean log-probability of the tokens, including the end token; `leastConfidence` for a loop. */
  confidence: number;
};

/** Greedy decoding until the end token, a loop, or `most` tokens. */
async function decodeTokens(
  decoder: InferenceSession,
  encoded: Tensor,
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
      encoder_hidden_states: encoded,
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
      // The encoder's keys and values are cached from the first step and do not change.
      if (step === 0 || name.includes('decoder'))
        past[name] = answer[name.replace('past_key_values', 'present')] as Tensor;
    }
  }
  return { tokens, confidence: Math.min(leastConfidence / 2, sum / most) };
}

/** Confidence of output that did not end: better than no output, worse than any other. */
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

/** How often a run of tokens may repeat: people may say one word many times, but hardly a whole phrase. */
const maxRepeats = (length: number) => (length === 1 ? 8 : length === 2 ? 5 : 3);
const longestRun = 12;
/** How many of the repeats stay in the output. */
const keptRepeats = 1;

/**
 * A confused recogniser repeats one phrase for ever. If `tokens` ends in such a loop,
 * returns how many tokens to keep.
 */
export function endOfLoop(tokens: readonly number[]): number | undefined {
  for (let length = 1; length <= longestRun; length++) {
    const times = maxRepeats(length) + 1;
    const begin = tokens.length - length * times;
    if (begin < 0) return undefined;
    const isLoop = () => {
      for (let at = begin + length; at < tokens.length; at++)
        if (tokens[at] !== tokens[at - length]) return false;
      return true;
    };
    if (isLoop()) return begin + length * keptRepeats;
  }
  return undefined;
}
