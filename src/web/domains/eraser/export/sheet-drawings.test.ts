import { expect, it } from 'vitest';
import { type LayoutOptions, sheetsOf } from './sheet-preview.tsx';

const usual: LayoutOptions = {
  size: 'fit',
  orientation: 'auto',
  margin: 10,
  per_sheet: 1,
  page_numbers: false,
  name_line: false,
};
const upright = { width: 2100, height: 2970 };
const mm = (points = 0) => (points * 25.4) / 72;
const lying = { width: 2970, height: 2100 };

it('puts a page inside the margins, as it lies', () => {
  const [tall, wide] = sheetsOf([upright, lying], usual);
  expect(tall).toMatchObject({ width: 595.28, height: 841.89, order: 1 });
  expect(wide).toMatchObject({ width: 841.89, height: 595.28, order: 2 });
  const [box] = tall?.boxes ?? [];
  expect(mm(box?.width)).toBeCloseTo(190, 1);
  expect(mm(box?.x)).toBeCloseTo(10, 1);
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(210 / 297, 3);
});

it('prints at true size, margins or not', () => {
  const [sheet] = sheetsOf([upright], { ...usual, size: 'true' });
  const [box] = sheet?.boxes ?? [];
  expect([mm(box?.x), mm(box?.width), mm(box?.height)].map((size) => Math.round(size * 10) / 10)).toEqual([
    0, 210, 297,
  ]);
});

it('lays several pages on a sheet in reading order, and turns it for two', () => {
  const two = sheetsOf([upright, upright, upright], { ...usual, per_sheet: 2 });
  expect(two.map(({ width, boxes }) => [width, boxes.map(({ page }) => page)])).toEqual([
    [841.89, [0, 1]],
    [841.89, [2]],
  ]);
  const [left, right] = two[0]?.boxes ?? [];
  expect(left?.x).toBeLessThan(right?.x ?? 0);
  expect(left?.y).toBeCloseTo(right?.y ?? 0);
  const [four] = sheetsOf([upright, upright, upright, upright], { ...usual, per_sheet: 4 });
  expect(four?.width).toBe(595.28);
  expect(four?.boxes[2]?.y).toBeGreaterThan(four?.boxes[0]?.y ?? 0);
});

it('keeps every page on its sheet, and clear of the line and the number', () => {
  for (const per_sheet of [1, 2, 4] as const)
    for (const margin of [0, 10, 40])
      for (const page of [upright, lying, { width: 100, height: 3000 }]) {
        const [sheet] = sheetsOf(Array(per_sheet).fill(page), {
          ...{ ...usual, per_sheet, margin, page_numbers: true, name_line: true },
        });
        for (const { x, y, width, height } of sheet?.boxes ?? []) {
          expect(Math.min(x, width, height)).toBeGreaterThanOrEqual(0);
          expect(y + 1e-9).toBeGreaterThanOrEqual((sheet?.heading?.y ?? 0) + (sheet?.heading?.height ?? 0));
          expect(x + width).toBeLessThanOrEqual((sheet?.width ?? 0) + 1e-9);
          expect(y + height).toBeLessThanOrEqual((sheet?.number?.y ?? 0) + 1e-9);
        }
      }
});

it('has no sheets without pages', () => {
  expect(sheetsOf([], usual)).toEqual([]);
});
