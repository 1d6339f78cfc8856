import { createListener, type Heard } from './listener.ts';
import type { Moonshine } from './moonshine.ts';
import { heardRate } from './sample-rates.ts';
import type { SpeechDetector } from './silero.ts';

export type SaidTurn = { beganMs: number; endedMs: number; text: string };

/** A whole recording: its turns as a call would find them, each recognised. */
export async function transcribeLong(
  samples: Float32Array,
  moonshine: Moonshine,
  detector: SpeechDetector,
): Promise<SaidTurn[]> {
  const listener = createListener(detector.openStream());
  const said: SaidTurn[] = [];
  const take = async (signals: readonly Heard[]) => {
    for (const signal of signals) {
      if (signal.type !== 'stopped') continue;
      const { beganMs, endedMs } = signal;
      const text = await moonshine.transcribe(signal.samples);
      if (text !== '') said.push({ beganMs, endedMs, text });
    }
  };
  const step = heardRate / 10;
  for (let at = 0; at < samples.length; at += step)
    await take(await listener.push(samples.subarray(at, at + step), (at / heardRate) * 1000));
  // The last frame may be incomplete: some silence makes it whole.
  await take(await listener.push(new Float32Array(step), (samples.length / heardRate) * 1000));
  await take(listener.commit());
  return said;
}
