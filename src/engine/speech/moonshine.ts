/** Moonshine-tiny: English speech to text on one core, several times faster than it is spoken. */
import llamaTokenizer from 'llama-tokenizer-js';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { normalised, rms, withoutSilence } from './loudness.ts';
import { decodeTokens } from './moonshine-decoder.ts';
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
