/**
 * A 200-dpi A4 page on two threads: time in total, outside the networks and compared with a reference
 * network; and whether the result is the same every time.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { type Eraser, openEraser } from '../../src/engine/paper/erase.ts';
import type { ErasedPage } from '../../src/engine/paper/types.ts';
import { atMost, type Row } from '../tools/table.ts';
import { c32 } from './c32.ts';

const size = { width: 1654, height: 2339 };
const rounds = 5;

/** A page of print with handwriting. */
function drawnPage() {
  const lines = Array.from(
    { length: 38 },
    (_, i) =>
      `<text x="150" y="${190 + i * 54}" font-family="serif" font-size="33">${i + 1}. Find the value of x when y is ${i + 3} and explain your answer.</text>`,
  );
  const hand = Array.from(
    { length: 10 },
    (_, i) =>
      `<path d="M${300 + (i % 3) * 200} ${250 + i * 200} q20 -50 40 0 t40 0 q20 -60 50 -10 t60 10 q20 -70 60 0 t80 0" fill="none" stroke="${i % 3 ? '#2a3f9d' : '#cc2222'}" stroke-width="4"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1654" height="2339"><rect width="1654" height="2339" fill="#f1efe9"/>${lines.join('')}${hand.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 90 }).toBuffer();
}

async function pageOf(file: string | undefined) {
  if (!file) return drawnPage();
  return sharp(await readFile(file))
    .autoOrient()
    .resize(size.width, size.height, { fit: 'fill' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

const fingerprint = ({ image, mask, confidence }: ErasedPage) =>
  createHash('sha256').update(image.data).update(mask).update(confidence.data).digest('hex');

/** Runs the reference network over the whole page in strips that need about as much memory as the eraser's tiles. */
async function yardstick() {
  const session = await InferenceSession.create(c32(), {
    intraOpNumThreads: 2,
    interOpNumThreads: 1,
    executionProviders: ['cpu'],
  });
  const [width, height] = [Math.ceil(size.width / 32) * 32, 512];
  const strip = new Tensor('float32', new Float32Array(3 * width * height).fill(0.9), [1, 3, height, width]);
  return async () => {
    const began = performance.now();
    for (let y = 0; y < size.height; y += height) await session.run({ rgb: strip });
    return ((performance.now() - began) * size.height) / (Math.ceil(size.height / height) * height);
  };
}

const least = (values: number[]) => Math.min(...values);

async function timed(eraser: Eraser, page: Buffer) {
  const cpu = process.cpuUsage();
  const result = await eraser.erasePage(page);
  const { user, system } = process.cpuUsage(cpu);
  return { result, cpu: (user + system) / 1000 };
}

export async function measureSpeed(file: string | undefined): Promise<Row[]> {
  const page = await pageOf(file);
  const [two, one] = [openEraser({ threads: 2 }), openEraser({ threads: 1 })];
  const runYardstick = await yardstick();
  const runs: Awaited<ReturnType<typeof timed>>[] = [];
  const yardstickTimes: number[] = [];
  const warm = await timed(two, page);
  await runYardstick();
  // Alternating, so that other load on the machine affects both; the fastest run of each counts.
  for (let i = 0; i < rounds; i++) {
    runs.push(await timed(two, page));
    yardstickTimes.push(await runYardstick());
  }
  const single = await one.erasePage(page);
  await Promise.all([two.close(), one.close()]);
  const best = runs.reduce((a, b) => (b.result.timings.total < a.result.timings.total ? b : a)).result;
  const { total, network, read, straighten, scale, finish } = best.timings;
  const fingerprints = new Set([warm.result, ...runs.map(({ result }) => result), single].map(fingerprint));
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  return [
    {
      metric: 'load of the machine',
      value: loadavg()
        .map((load) => load.toFixed(1))
        .join(', '),
    },
    {
      metric: 'tiles coarse, fine, blank; scale',
      value: `${best.tiles.coarse}, ${best.tiles.fine}, ${best.tiles.blank}; ${best.scale.toFixed(2)}`,
    },
    atMost('in all', total / 1000, 2.5, seconds),
    atMost('outside the networks', (total - network) / 1000, 1, seconds),
    {
      metric: 'read, straighten, scale, finish',
      value: [read, straighten, scale, finish].map(ms).join(', '),
    },
    { metric: 'networks, their share', value: `${ms(network)}, ${((network / total) * 100).toFixed(0)} %` },
    { metric: 'c32 over the same page', value: ms(least(yardstickTimes)) },
    { metric: 'networks by c32', value: (network / least(yardstickTimes)).toFixed(2) },
    { metric: 'processor time', value: seconds(least(runs.map(({ cpu }) => cpu)) / 1000) },
    atMost('different results of one input, 1 and 2 threads', fingerprints.size - 1, 0, String),
  ];
}
