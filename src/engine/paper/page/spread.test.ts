import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawSpread } from '#tests/eraser/papers.ts';
import { findSpread } from './spread.ts';

async function spreadOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return findSpread({ data, width: info.width, height: info.height });
}

it('finds the fold of two pages, also one that leans', async () => {
  expect(await spreadOf(await drawSpread())).toBeCloseTo(0.5, 1);
  expect(await spreadOf(await drawSpread({ fold: 0.45 }))).toBeCloseTo(0.45, 1);
  expect(await spreadOf(await drawSpread({ fold: 0.52, lean: 0.04 }))).toBeCloseTo(0.52, 1);
});

it('finds none in a sheet of two columns, in a blank spread or in a portrait', async () => {
  expect(await spreadOf(await drawSpread({ shade: 0 }))).toBeNull();
  expect(await spreadOf(await drawSpread({ isBlank: true }))).toBeNull();
  expect(
    await spreadOf(
      await sharp(await drawSpread())
        .rotate(90)
        .toBuffer(),
    ),
  ).toBeNull();
});
