import { expect, it } from 'vitest';
import type { PageVersion } from '#shared/eraser/eraser.ts';
import { pageStateOf } from './page-strip.tsx';
import { olderThan } from './use-versions.ts';

it.each([
  [{ status: 'waiting', version: 0, is_accepted: false }, 'waiting'],
  [{ status: 'running', version: 0, is_accepted: false }, 'running'],
  [{ status: 'running', version: 2, is_accepted: false }, 'rerun'],
  [{ status: 'failed', version: 2, is_accepted: true }, 'failed'],
  [{ status: 'cancelled', version: 0, is_accepted: false }, 'cancelled'],
  [{ status: 'cancelled', version: 1, is_accepted: true }, 'accepted'],
  [{ status: 'done', version: 1, is_accepted: false }, 'done'],
  [{ status: 'done', version: 1, is_accepted: false, is_unchanged: true }, 'unchanged'],
  [{ status: 'done', version: 1, is_accepted: true, is_unchanged: true }, 'accepted'],
] as const)('a page with %o is shown as %s', (page, state) => {
  expect(pageStateOf({ is_unchanged: false, ...page })).toBe(state);
});

it('undo goes to the version that was painted on, otherwise to the previous version', () => {
  const versions = [
    { number: 1, from: null },
    { number: 2, from: 1 },
    { number: 3, from: null },
    { number: 4, from: 1 },
  ] as PageVersion[];
  expect([4, 3, 2, 1, 9].map((number) => olderThan(versions, number))).toEqual([
    1,
    2,
    1,
    undefined,
    undefined,
  ]);
});
