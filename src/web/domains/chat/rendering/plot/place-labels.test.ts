import { expect, it } from 'vitest';
import { placeLabels } from './plane.tsx';

it('a label is placed below its point, or elsewhere if another label or point is there', () => {
  const far = [
    { left: 0.2, top: 0.5, label: '(1, 2)' },
    { left: 0.8, top: 0.5, label: '(3, 4)' },
  ];
  expect(placeLabels(far)).toEqual(['below', 'below']);
  // The roots, the vertex and the intercept of a parabola on a phone.
  const near = [
    { left: 0.33, top: 0.79, label: '(≈-0.41, 0)' },
    { left: 0.68, top: 0.79, label: '(≈2.41, 0)' },
    { left: 0.38, top: 0.83, label: '(0, -1)' },
    { left: 0.5, top: 0.86, label: '(1, -2)' },
  ];
  const sides = placeLabels(near);
  expect(sides[0]).not.toBe('below');
  expect(sides[2]).toBe('below');
});

it('a label stays inside the plane', () => {
  expect(placeLabels([{ left: 0.5, top: 0.99, label: '(0, 0)' }])).toEqual(['above']);
  expect(placeLabels([{ left: 0.01, top: 0.5, label: '(0, 0)' }])).toEqual(['right']);
});

it('every one of many points in the same place gets a side', () => {
  const heap = Array.from({ length: 9 }, () => ({ left: 0.5, top: 0.5, label: '(0, 0)' }));
  expect(placeLabels(heap)).toHaveLength(9);
});
