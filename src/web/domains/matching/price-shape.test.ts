import { expect, it } from 'vitest';
import { applicantsAt, curveOf, placeOf } from './price-shape.ts';

const band = { p25: 150, p50: 170, p75: 190 };
const points = [
  { price: 100, applicants: 1 },
  { price: 200, applicants: 5 },
  { price: 300, applicants: 6 },
];

it('expected applicants are interpolated between the known prices and constant beyond them', () => {
  expect(applicantsAt(points, 150)).toBe(3);
  expect(applicantsAt(points, 200)).toBe(5);
  expect(applicantsAt(points, 50)).toBe(1);
  expect(applicantsAt(points, 900)).toBe(6);
  expect(applicantsAt([], 200)).toBe(0);
});

it('the price curve peaks at the median and stays inside its box', () => {
  const { line, middleHalf } = curveOf(band, 240, 64);
  const heights = line
    .slice(1)
    .split(' L')
    .map((point) => Number(point.split(' ')[1]));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(4);
  expect(Math.max(...heights)).toBeLessThanOrEqual(64);
  expect(heights.indexOf(Math.min(...heights))).toBeGreaterThan(15);
  expect(middleHalf.endsWith('64 Z')).toBe(true);
});

it('a price outside the chart is placed at its edge', () => {
  expect(placeOf(10, band)).toBe(0);
  expect(placeOf(9000, band)).toBe(1);
});

it('a price band without width can be drawn', () => {
  expect(curveOf({ p25: 200, p50: 200, p75: 200 }, 240, 64).line).not.toContain('NaN');
});
