import { createEncoder } from 'libopus-wasm';
import { expect, onTestFinished, test } from 'vitest';
import type { Heard } from '#engine/speech/listener.ts';
import { rms } from '#engine/speech/loudness.ts';
import { openEars } from './ears.ts';

const rate = 48_000;
type Way = {
  frameMs?: number;
  channels?: 1 | 2;
  dtx?: boolean;
  firstSequence?: number;
  firstTimestamp?: number;
  /** The numbers of the packets as they arrive. */
  arrive?: (packets: readonly Uint8Array[]) => number[];
  change?: (packet: Uint8Array, i: number) => Uint8Array;
};

/** Half a second of silence, a second of a tone, and two of silence, as packets. */
async function packets({ frameMs = 20, channels = 1, dtx = false }: Way) {
  const encoder = await createEncoder({ channels, sampleRate: rate, bitrate: 48_000, ...(dtx && { dtx }) });
  const size = (rate * frameMs) / 1000;
  const made: Uint8Array[] = [];
  for (let at = 0; at < 3.5 * rate; at += size) {
    const samples = new Float32Array(size * channels);
    for (let i = 0; i < size; i += 1) {
      const t = (at + i) / rate;
      const value = t >= 0.5 && t < 1.5 ? 0.4 * Math.sin(2 * Math.PI * 300 * t) : 0;
      for (let channel = 0; channel < channels; channel += 1) samples[i * channels + channel] = value;
    }
    made.push(Uint8Array.from(encoder.encodeFloat(samples, { frameSize: size })));
  }
  encoder.free();
  return made;
}

async function heard(way: Way) {
  const { frameMs = 20, firstSequence = 0, firstTimestamp = 0 } = way;
  const {
    arrive = (all: readonly Uint8Array[]) => all.map((_, i) => i),
    change = (packet: Uint8Array) => packet,
  } = way;
  const made = await packets(way);
  let now = 0;
  const signals: Heard[] = [];
  const ears = await openEars({
    stream: { probability: async (frame) => (rms(frame) > 0.05 ? 0.9 : 0.05), reset() {} },
    settings: {},
    now: () => now,
    heard: (given) => signals.push(...given),
    failed: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(ears.close);
  const tick = async (untilMs: number) => {
    for (; now < untilMs; now += 20) {
      ears.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  for (const i of arrive(made)) {
    await tick(i * frameMs);
    ears.packet((firstSequence + i) & 0xffff, {
      payload: change(made[i] as Uint8Array, i),
      timestamp: (firstTimestamp + i * frameMs * 48) >>> 0,
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await tick(now + 2_000);
  return signals.filter((signal) => signal.type === 'stopped');
}

const swapped = (all: readonly Uint8Array[]) =>
  all.map((_, i) => (i % 10 === 4 ? i + 1 : i % 10 === 5 ? i - 1 : i)).filter((i) => i < all.length);
const withoutSome = (all: readonly Uint8Array[]) => all.map((_, i) => i).filter((i) => i % 10 !== 3);

test.for<[string, Way]>([
  ['as Chromium sends it', {}],
  ['in frames of 10 ms', { frameMs: 10 }],
  ['in frames of 60 ms', { frameMs: 60 }],
  ['in stereo', { channels: 2 }],
  ['over the end of the numbers', { firstSequence: 65_500, firstTimestamp: 2 ** 32 - 30_000 }],
  ['swapped', { arrive: swapped }],
  ['each twice', { arrive: (all) => all.flatMap((_, i) => [i, i]) }],
  ['a tenth lost', { arrive: withoutSome }],
  ['a tenth lost, of 10 ms', { frameMs: 10, arrive: withoutSome }],
  ['a tenth lost, of 60 ms', { frameMs: 60, arrive: withoutSome }],
  ['a tenth no Opus', { change: (packet, i) => (i % 10 === 3 ? Uint8Array.of(255, 255, 255, 255) : packet) }],
  [
    'nothing in silence but now and then',
    {
      dtx: true,
      arrive: (all) => all.flatMap((packet, i) => (packet.length > 10 || i % 20 === 0 ? [i] : [])),
    },
  ],
])('a second of sound is a turn of a second: %s', async ([, way]) => {
  const turns = await heard(way);
  expect(turns).toHaveLength(1);
  const [{ beganMs, endedMs, samples }] = turns as [(typeof turns)[number]];
  expect(endedMs - beganMs).toBeGreaterThan(930);
  expect(endedMs - beganMs).toBeLessThan(1_100);
  // With a little before it and after it.
  expect(samples.length / 16).toBeGreaterThan(1_200);
  expect(samples.length / 16).toBeLessThan(1_600);
});
