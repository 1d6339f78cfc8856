/** The settings that belong to the weights, models/eraser.json. Validated, because weights change without this code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PaperError } from './types.ts';
import { type PartFeature, partFeatures } from './writing/part-features.ts';

const kinds = {
  erase_threshold: 'share',
  part_weights: 'weights',
  widen_px: 'count',
  print_height_px: 'count',
  side_multiple: 'count',
  fine_tile: 'count',
  fine_margin: 'count',
  fine_threshold: 'share',
  fine_reach_px: 'count',
  fine_needs_print: 'flag',
} as const;

type TypeOfKind = {
  share: number;
  count: number;
  flag: boolean;
  weights: Record<PartFeature | 'bias', number>;
};
export type Constants = { [Name in keyof typeof kinds]: TypeOfKind[(typeof kinds)[Name]] };

const fits = {
  share: (value: unknown) => typeof value === 'number' && value > 0 && value < 1,
  count: (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1024,
  flag: (value: unknown) => typeof value === 'boolean',
  weights: (value: unknown) =>
    ['bias', ...partFeatures].every((name) =>
      Number.isFinite((value as Record<string, unknown> | null)?.[name]),
    ),
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
  if (constants.side_multiple < 1 || constants.fine_tile % constants.side_multiple !== 0) {
    throw new PaperError('models', 'eraser.json: fine_tile is not a multiple of side_multiple.');
  }
  return constants;
}
