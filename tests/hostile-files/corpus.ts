import { createRandom, type Random } from '../random.ts';
import { type HostileFile, honestFiles } from './bases.ts';
import { hostilePdfs } from './hostile-pdfs.ts';
import { hostilePictures } from './hostile-pictures.ts';

/** The hand-written files, filled up to `count` with randomly damaged ones; the same for the same seed. */
export async function hostileFiles(count: number, seed = 1): Promise<HostileFile[]> {
  const bases = await honestFiles();
  const written = [...hostilePdfs, ...hostilePictures(bases)];
  const random = createRandom(seed);
  const kinds = Object.entries(bases);
  const damaged = Array.from({ length: Math.max(0, count - written.length) }, (_, index): HostileFile => {
    const [kind, bytes] = kinds[index % kinds.length] as (typeof kinds)[number];
    const [how, damage] = random.pick(damages);
    const file = damage(bytes, random);
    return { name: `${kind}-${how}-${index}`, make: () => file, isCostly: false };
  });
  return [...written, ...damaged].slice(0, count);
}

const damages: [string, (bytes: Buffer, random: Random) => Buffer][] = [
  ['cut', (bytes, { below }) => bytes.subarray(0, 1 + below(bytes.length - 1))],
  ['head-fuzzed', (bytes, random) => fuzzed(bytes, Math.min(300, bytes.length), 1 + random.below(8), random)],
  ['fuzzed', (bytes, random) => fuzzed(bytes, bytes.length, 1 + random.below(60), random)],
  [
    'hole',
    (bytes, random) =>
      Buffer.from(bytes).fill(0, 20 + random.below(bytes.length - 20), bytes.length - 1 - random.below(20)),
  ],
  ['doubled', (bytes, { below }) => Buffer.concat([bytes.subarray(0, below(bytes.length)), bytes])],
  ['numbers-at-their-most', (bytes, random) => numbersAtTheirMost(bytes, random)],
];

function fuzzed(bytes: Buffer, within: number, times: number, { below }: Random) {
  const changed = Buffer.from(bytes);
  // Keeps the first 12 bytes, which identify the file type: without them no decoder would run.
  for (let time = 0; time < times; time += 1) changed[12 + below(within - 12)] = below(256);
  return changed;
}

function numbersAtTheirMost(bytes: Buffer, { below, pick }: Random) {
  const changed = Buffer.from(bytes);
  for (let time = 0; time < 4; time += 1)
    changed.set(
      pick([
        [0xff, 0xff, 0xff, 0xff],
        [0x7f, 0xff, 0xff, 0xff],
        [0, 0, 0, 0],
        [0x80, 0, 0, 0],
      ]),
      12 + below(bytes.length - 16),
    );
  return changed;
}
