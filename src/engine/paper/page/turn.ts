/** Which way up a page lies, by its print and writing. */

import type { Turn } from '../types.ts';
import { type PageNetworks, seeTurn } from './networks.ts';
import type { GreyPage } from './sample.ts';

/** Below this the page stays as it is: a wrong turn of an upright page is worse than none. */
export const sureOfTurn = 0.55;

/** No whole sheet can be read that is smaller; and the network knows print as high as it is on whole sheets only. */
const sheetSide = 900;

/** Whether a page of this size can be told which way up it lies. */
export function canBeTurned({ width, height }: { width: number; height: number }) {
  const ratio = Math.max(width / height, height / width);
  return Math.max(width, height) >= sheetSide && ratio > 1.2 && ratio < 1.65;
}

export interface FoundTurn {
  /** What makes the page upright. */
  turn: Turn;
  /** How sure that is, 0 to 1. */
  confidence: number;
}

const turns = [0, 90, 180, 270] as const;

export async function findTurn(
  networks: PageNetworks,
  { data, width, height }: GreyPage,
): Promise<FoundTurn> {
  const likely = await seeTurn(networks, data, width, height);
  const confidence = Math.max(...likely);
  const lies = likely.indexOf(confidence);
  return { turn: turns[(4 - lies) % 4] as Turn, confidence };
}
