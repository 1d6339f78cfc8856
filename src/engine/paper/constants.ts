/** The settings that belong to the weights, models/eraser.json. Validated, because weights change without this code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PaperError, type Strength, strengths } from './types.ts';

const kinds = {
  erase_thresholds: 'thresholds',
  widen_px: 'count',
  print_height_px: 'count',
  least_scale: 'factor',
  largest_scale: 'factor',
  enlarge: 'factor',
  large_print_px: 'count',
  edge_px: 'count',
  view_multiple: 'count',
  side_multiple: 'count',
  fine_tile: 'count',
  fine_margin: 'count',
  fine_threshold: 'share',
} as const;

type TypeOfKind = {
  share: number;
  count: number;
  factor: number;
  thresholds: Record<Strength, number>;
};
export type Constants = { [Name in keyof typeof kinds]: TypeOfKind[(typeof kinds)[Name]] };

const isShare = (value: unknown) => typeof value === 'number' && value > 0 && value < 1;

const fits = {
  share: isShare,
  count: (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1024,
  factor: (value: unknown) => typeof value === 'number' && value >= 0.1 && value <= 10,
  /** From strict, which erases least, to thorough: what a stricter one erases, the next erases too. */
  thresholds: (value: unknown) => {
    const all = strengths.map((strength) => (value as Record<string, unknown> | null)?.[strength]);
    return all.every((one, i) => isShare(one) && (i === 0 || (one as number) <= (all[i - 1] as number)));
  },
};

export function readConstants(modelsDir: string): Constants {
  let read: Record<string, unknown>;
  try {
    read = JSON.parse(readFileSync(join(modelsDir, 'eraser.json'), 'utf8'));
  } catch (error) {
    throw new PaperError('models', `eraser.json cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
  for (const [name, kind] of Object.entries(kinds)) {
    if (!fits[kind](read[name])) throw new PaperError('models', `eraser.json: ${name} is not a ${kind}.`);
  }
  const constants = read as Constants;
  const { side_multiple, fine_tile, view_multiple, edge_px } = constants;
  if (side_multiple < 1 || fine_tile % side_multiple !== 0)
    throw new PaperError('models', 'eraser.json: fine_tile is not a multiple of side_multiple.');
  if (view_multiple < 2 || view_multiple % 2 !== 0 || edge_px % 2 !== 0)
    throw new PaperError('models', 'eraser.json: view_multiple and edge_px cannot be halved.');
  return constants;
}
