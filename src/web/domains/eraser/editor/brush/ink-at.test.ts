import { expect, it } from 'vitest';
import { boxesOf, inkMapOf, isFrame, type Picture, partAt, partsLike, visibleParts } from './ink-at.ts';

type Line = { x: number; y: number; length: number; thick: number; colour: [number, number, number] };
const [width, height] = [300, 200];
const blue: Line['colour'] = [40, 60, 170];
const black: Line['colour'] = [30, 30, 30];

function drawn(lines: Line[]): Picture {
  const data = new Uint8ClampedArray(width * height * 4).fill(235);
  for (const { x, y, length, thick, colour } of lines)
    for (let row = y; row < y + thick; row++)
      for (let column = x; column < x + length; column++) data.set(colour, (row * width + column) * 4);
  return { data, width, height };
}

const pen: Line = { x: 100, y: 80, length: 30, thick: 3, colour: blue };
const others: Line[] = [
  { ...pen, x: 140 },
  { ...pen, x: 60, y: 92 },
  // Print that the pen crosses, a thicker pen, one far away, and a frame.
  { x: 90, y: 81, length: 10, thick: 3, colour: black },
  { ...pen, x: 140, y: 70, thick: 9 },
  { ...pen, x: 100, y: 180 },
  { x: 0, y: 40, length: 290, thick: 3, colour: blue },
];

it('finds the stroke under a tap and those of the same pen nearby, and leaves print that it touches', () => {
  const picture = drawn([pen, ...others]);
  const map = inkMapOf(picture);
  const visible = visibleParts(map, picture);
  const tapped = partAt(map, visible, { x: 110, y: 76 }, 8);
  expect(map.parts[tapped - 1]).toMatchObject({ left: 100, right: 130, top: 80, bottom: 83, hue: 4 });
  const like = partsLike(map, visible, tapped).map((label) => map.parts[label - 1]);
  expect(like).toMatchObject([
    { left: 140, top: 80 },
    { left: 60, top: 92 },
  ]);
  expect(partAt(map, visible, { x: 250, y: 150 }, 8)).toBe(0);
  const frame = map.parts[partAt(map, visible, { x: 20, y: 41 }, 4) - 1];
  expect(frame && isFrame(map, frame)).toBe(true);
});

it('offers nothing that is erased already', () => {
  const map = inkMapOf(drawn([pen, ...others]));
  const now = visibleParts(map, drawn(others.slice(1)));
  expect(partAt(map, now, { x: 110, y: 81 }, 4)).toBe(0);
  const second = partAt(map, now, { x: 62, y: 93 }, 4);
  expect(partsLike(map, now, second)).toEqual([]);
});

it('covers the stroke and its soft edge, in pixels of a larger page', () => {
  const map = inkMapOf(drawn([pen]));
  const boxes = boxesOf(map, [1], { width: 600, height: 400 });
  expect(boxes.slice(0, 4)).toEqual([198, 158, 262, 160]);
  expect(boxes.slice(-4)).toEqual([198, 166, 262, 168]);
});
