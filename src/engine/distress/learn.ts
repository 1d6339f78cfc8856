import { buckets, featuresOf } from './features.ts';
import { type DistressKind, distressKinds } from './kinds.ts';

export type Example = { text: string; kind?: DistressKind | undefined };
/** One weight for each bucket and output; output 0 is an ordinary text. */
export type Weights = { outputs: number; values: Float32Array };

const rounds = 40;
const step = 0.05;
/** Strong, so that many weak signs decide: what one author says in one way, another says in another. */
const decay = 3e-4;
/** A missed child weighs more than a line of help that was not needed. */
const needWeight = 2;
/** A feature of one text alone says nothing about others. */
const fewestTexts = 2;

/** Softmax regression over the features, by Adagrad; the same examples always give the same weights. */
export function learn(examples: readonly Example[]): Weights {
  const outputs = distressKinds.length + 1;
  const values = new Float32Array(buckets * outputs);
  const squares = new Float32Array(buckets * outputs).fill(1e-3);
  const prepared = examples.map(({ text, kind }) => ({
    features: featuresOf(text),
    output: kind === undefined ? 0 : distressKinds.indexOf(kind) + 1,
  }));
  const seen = new Uint32Array(buckets);
  for (const { features } of prepared)
    for (const feature of features) seen[feature] = (seen[feature] as number) + 1;
  const isShared = (feature: number) => (seen[feature] as number) >= fewestTexts;
  const shared = prepared.map(({ features }) => features.filter(isShared));
  const order = prepared.map((_, index) => index);
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const slopes = new Float64Array(outputs);
  for (let round = 0; round < rounds; round += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other] as number, order[at] as number];
    }
    for (const index of order) {
      const { features, output } = prepared[index] as (typeof prepared)[number];
      const used = shared[index] as number[];
      const shares = sharesOf({ outputs, values }, used, features.length);
      const scale = (output === 0 ? 1 : needWeight) / Math.sqrt(features.length);
      for (let to = 0; to < outputs; to += 1)
        slopes[to] = ((shares[to] as number) - (to === output ? 1 : 0)) * scale;
      for (const feature of used)
        for (let to = 0; to < outputs; to += 1) {
          const place = feature * outputs + to;
          const gradient = (slopes[to] as number) + decay * (values[place] as number);
          const square = (squares[place] as number) + gradient * gradient;
          squares[place] = square;
          values[place] = (values[place] as number) - (step * gradient) / Math.sqrt(square);
        }
    }
  }
  return { outputs, values };
}

/** The probability of each output. */
export function sharesOf(
  { outputs, values }: Weights,
  features: readonly number[],
  length = features.length,
): number[] {
  const sums = new Array<number>(outputs).fill(0);
  const scale = 1 / Math.sqrt(Math.max(1, length));
  for (const feature of features)
    for (let to = 0; to < outputs; to += 1)
      sums[to] = (sums[to] as number) + (values[feature * outputs + to] as number) * scale;
  const highest = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - highest));
  const all = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / all);
}
