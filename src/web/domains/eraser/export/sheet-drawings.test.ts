import { expect, it } from 'vitest';
import { type LayoutOptions, sheetsOf } from './sheet-preview.tsx';

const defaults: LayoutOptions = {
  size: 'fit',
  orientation: 'auto',
  margin: 10,
  per_sheet: 1,
  page_numbers: false,
  name_line: false,
};
const portrait = { width: 2100, height: 2970 };
const mm = (points = 0) => (points * 25.4) / 72;
const landscape = { width: 2970, height: 2100 };

it('a page is laid inside the margins of a sheet in its own orientation', () => {
  const [tall, wide] = sheetsOf([portrait, landscape], defaults);
  expect(tall).toMatchObject({ width: 595.28, height: 841.89, order: 1 });
  expect(wide).toMatchObject({ width: 841.89, height: 595.28, order: 2 });
  const [box] = tall?.boxes ?? [];
  expect(mm(box?.width)).toBeCloseTo(190, 1);
  expect(mm(box?.x)).toBeCloseTo(10, 1);
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(210 / 297, 3);
});

it('true size fills A4 whatever the margins', () => {
  const [sheet] = sheetsOf([portrait], { ...defaults, size: 'true' });
  const [box] = sheet?.boxes ?? [];
  expect([mm(box?.x), mm(box?.width), mm(box?.height)].map((size) => Math.round(size * 10) / 10)).toEqual([
    0, 210, 297,
  ]);
});

it('several pages are laid out in reading order, two of them on a landscape sheet', () => {
  const two = sheetsOf([portrait, portrait, portrait], { ...defaults, per_sheet: 2 });
  expect(two.map(({ width, boxes }) => [width, boxes.map(({ page }) => page)])).toEqual([
    [841.89, [0, 1]],
    [841.89, [2]],
  ]);
  const [left, right] = two[0]?.boxes ?? [];
  expect(left?.x).toBeLessThan(right?.x ?? 0);
  expect(left?.y).toBeCloseTo(right?.y ?? 0);
  const [four] = sheetsOf([portrait, portrait, portrait, portrait], { ...defaults, per_sheet: 4 });
  expect(four?.width).toBe(595.28);
  expect(four?.boxes[2]?.y).toBeGreaterThan(four?.boxes[0]?.y ?? 0);
});

it('every page stays on its sheet, clear of the name line and the page number', () => {
  for (const per_sheet of [1, 2, 4] as const)
    for (const margin of [0, 10, 40])
      for (const page of [portrait, landscape, { width: 100, height: 3000 }]) {
        const [sheet] = sheetsOf(Array(per_sheet).fill(page), {
          ...{ ...defaults, per_sheet, margin, page_numbers: true, name_line: true },
        });
        for (const { x, y, width, height } of sheet?.boxes ?? []) {
          expect(Math.min(x, width, height)).toBeGreaterThanOrEqual(0);
          expect(y + 1e-9).toBeGreaterThanOrEqual((sheet?.heading?.y ?? 0) + (sheet?.heading?.height ?? 0));
          expect(x + width).toBeLessThanOrEqual((sheet?.width ?? 0) + 1e-9);
          expect(y + height).toBeLessThanOrEqual((sheet?.number?.y ?? 0) + 1e-9);
        }
      }
});

it('without pages there are no sheets', () => {
  expect(sheetsOf([], defaults)).toEqual([]);
});
