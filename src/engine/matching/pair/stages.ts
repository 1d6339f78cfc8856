/** How far a tutor is at home in a child's stage (幼稚園, 小學, 初中 …), by the subjects taught at each. */
import type { Meeting } from './features.ts';
import { stageMasks } from './reference.ts';

/** So many stages away, the middle of what a tutor teaches is as far as can be. */
const farthest = 2;

/** `items` hold a tutor's entries; their lowest bits are grades. */
export function meetStage(
  items: Int32Array | readonly number[],
  from: number,
  to: number,
  stage: number,
  met: Meeting,
) {
  let all = 0;
  let sum = 0;
  let here = 0;
  for (let at = from; at < to; at++) {
    const entry = items[at] as number;
    for (let of = 1; of <= stageMasks.length; of++) {
      if ((entry & (stageMasks[of - 1] as number)) === 0) continue;
      all++;
      sum += of;
      if (of === stage) here++;
    }
  }
  met.stageShare = here / all;
  met.stageNear = 1 - Math.min(1, Math.abs(stage - sum / all) / farthest);
}

/** Two bits a stage: whether at most a third, at most two thirds, or more of what is taught is of it. */
export function packStages(entries: readonly number[]): number {
  const counts = stageMasks.map((mask) => entries.filter((entry) => (entry & mask) !== 0).length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((packed, count, at) => packed | (Math.ceil((3 * count) / all) << (2 * at)), 0);
}
export const packedStageAt = (stage: number) => 2 * (stage - 1);
/** The most that the share is, by the two bits. */
export const packedShares: readonly number[] = [1, 1 / 3, 2 / 3, 1];

/** A bit a stage: whether anything is taught at it. */
export function stagesTaught(entries: readonly number[]): number {
  const all = entries.reduce((either, entry) => either | entry, 0);
  return stageMasks.reduce((taught, mask, at) => ((all & mask) === 0 ? taught : taught | (1 << at)), 0);
}
