/** Silero v5 voice activity detection: the speech probability of each 32 ms. One session, one state per stream. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { packageFile } from './package-files.ts';
import { frameSamples, recognitionRate } from './sample-rates.ts';

/** Recurrent state of each stream: two layers of 128. */
const layers = 2;
const width = 128;
/** Waiting frames run as one batch: the calls of one process share the cost of a run. */
const maxBatch = 32;

export type SpeechDetector = {
  openStream(): SpeechStream;
  close(): Promise<void>;
};

/** Frames of one stream are processed in order; a frame may be passed before the previous one resolved. */
export type SpeechStream = {
  probability(frame: Float32Array): Promise<number>;
  reset(): void;
};

type State = { layers: Float32Array };
type Waiting = { state: State; frame: Float32Array } & PromiseWithResolvers<number>;

export async function openSpeechDetector(): Promise<SpeechDetector> {
  const session = await InferenceSession.create(
    packageFile('@ricky0123/vad-web', 'dist/silero_vad_v5.onnx'),
    {
      executionProviders: ['cpu'],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    },
  );
  const rate = new Tensor('int64', BigInt64Array.of(BigInt(recognitionRate)), []);
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  /** At most one frame per stream: the next frame needs the state that this one leaves. */
  function takeBatch() {
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    const taken = new Set<State>();
    for (const one of waiting) {
      const isFree = batch.length < maxBatch && !taken.has(one.state);
      taken.add(one.state);
      (isFree ? batch : rest).push(one);
    }
    waiting = rest;
    return batch;
  }

  async function runAll() {
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        const found = await runBatch(session, rate, batch);
        for (const [i, { resolve }] of batch.entries()) resolve(found[i] as number);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = undefined;
  }

  return {
    openStream() {
      const state: State = { layers: new Float32Array(layers * width) };
      return {
        probability(frame) {
          if (frame.length !== frameSamples) throw new RangeError(`a frame has ${frameSamples} samples`);
          const one = { state, frame, ...Promise.withResolvers<number>() };
          waiting.push(one);
          // Deferred to a microtask, so that frames of the same event loop turn run in one batch.
          running ??= Promise.resolve().then(runAll);
          return one.promise;
        },
        reset: () => state.layers.fill(0),
      };
    },
    async close() {
      await running;
      await session.release();
    },
  };
}

async function runBatch(session: InferenceSession, rate: Tensor, batch: readonly Waiting[]) {
  const count = batch.length;
  const input = new Float32Array(count * frameSamples);
  const before = new Float32Array(layers * count * width);
  for (const [i, { frame, state }] of batch.entries()) {
    input.set(frame, i * frameSamples);
    for (let layer = 0; layer < layers; layer++)
      before.set(state.layers.subarray(layer * width, (layer + 1) * width), (layer * count + i) * width);
  }
  const { output, stateN } = await session.run({
    input: new Tensor('float32', input, [count, frameSamples]),
    state: new Tensor('float32', before, [layers, count, width]),
    sr: rate,
  });
  const after = (stateN as Tensor).data as Float32Array;
  for (const [i, { state }] of batch.entries())
    for (let layer = 0; layer < layers; layer++) {
      const from = (layer * count + i) * width;
      state.layers.set(after.subarray(from, from + width), layer * width);
    }
  return (output as Tensor).data as Float32Array;
}
