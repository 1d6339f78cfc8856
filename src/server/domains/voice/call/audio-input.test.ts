import { createEncoder } from 'libopus-wasm';
import { expect, onTestFinished, test } from 'vitest';
import type { ListenerSignal } from '#engine/speech/listener.ts';
import { rms } from '#engine/speech/loudness.ts';
import { openAudioInput } from './audio-input.ts';

const rate = 48_000;
type Transmission = {
  frameMs?: number;
  channels?: 1 | 2;
  dtx?: boolean;
  firstSequence?: number;
  firstTimestamp?: number;
  /** Indexes of the packets in the order of arrival. */
  arrive?: (packets: readonly Uint8Array[]) => number[];
  change?: (packet: Uint8Array, i: number) => Uint8Array;
};

/** Opus packets: half a second of silence, a second of a tone, two seconds of silence. */
async function packets({ frameMs = 20, channels = 1, dtx = false }: Transmission) {
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

async function detectTurns(transmission: Transmission) {
  const { frameMs = 20, firstSequence = 0, firstTimestamp = 0 } = transmission;
  const {
    arrive = (all: readonly Uint8Array[]) => all.map((_, i) => i),
    change = (packet: Uint8Array) => packet,
  } = transmission;
  const made = await packets(transmission);
  let now = 0;
  const signals: ListenerSignal[] = [];
  const ears = await openAudioInput({
    stream: { probability: async (frame) => (rms(frame) > 0.05 ? 0.9 : 0.05), reset() {} },
    settings: {},
    now: () => now,
    heard: (received) => signals.push(...received),
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

test.for<[string, Transmission]>([
  ['as Chromium sends it', {}],
  ['10 ms frames', { frameMs: 10 }],
  ['60 ms frames', { frameMs: 60 }],
  ['stereo', { channels: 2 }],
  [
    'sequence numbers and timestamps wrap around',
    { firstSequence: 65_500, firstTimestamp: 2 ** 32 - 30_000 },
  ],
  ['packets out of order', { arrive: swapped }],
  ['duplicated packets', { arrive: (all) => all.flatMap((_, i) => [i, i]) }],
  ['a tenth of the packets lost', { arrive: withoutSome }],
  ['a tenth of the 10 ms packets lost', { frameMs: 10, arrive: withoutSome }],
  ['a tenth of the 60 ms packets lost', { frameMs: 60, arrive: withoutSome }],
  [
    'a tenth of the packets is not Opus',
    { change: (packet, i) => (i % 10 === 3 ? Uint8Array.of(255, 255, 255, 255) : packet) },
  ],
  [
    'hardly any packets in silence (DTX)',
    {
      dtx: true,
      arrive: (all) => all.flatMap((packet, i) => (packet.length > 10 || i % 20 === 0 ? [i] : [])),
    },
  ],
])('a one-second tone is detected as a one-second turn: %s', async ([, transmission]) => {
  const turns = await detectTurns(transmission);
  expect(turns).toHaveLength(1);
  const [{ beganMs, endedMs, samples }] = turns as [(typeof turns)[number]];
  expect(endedMs - beganMs).toBeGreaterThan(930);
  expect(endedMs - beganMs).toBeLessThan(1_100);
  // The samples include a little before and after the turn.
  expect(samples.length / 16).toBeGreaterThan(1_200);
  expect(samples.length / 16).toBeLessThan(1_600);
});
