import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { endOfLoop } from './repetition.ts';

const layers = 6;
const heads = 8;
const headSize = 36;
const beginToken = 1;
const endToken = 2;

export type Decoded = {
  tokens: number[];
  /** The mean log-probability of the tokens, their end included; a loop has none. */
  confidence: number;
};

/** The likeliest token each time, until the end, a loop, or `most`. */
export async function decodeTokens(
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
