import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newKey, writeDraft } from '#web/ground/drafts.ts';
import { beginCase, newCaseDraft, valuesFrom, visitor } from './begin-case.ts';
import type { CaseLists } from './case-lists.ts';
import type { CaseValues } from './case-values.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const named = (...ids: number[]) => ids.map((id) => ({ id, name: `${id}` }));
const lists = {
  grades: named(3, 12),
  majors: named(1, 3),
  others: named(5),
  regions: named(16, 18),
} as unknown as CaseLists;
const child = { id: 4, nickname: '小明', gender: 'U' as const, grade: 12, school: null };
const sister = { ...child, id: 5, nickname: '小美', grade: 3 };
const known = { lists, saved: [child, sister], limit: { limit: 5, count: 2 }, last: undefined };
const begin = (search = '', server: { key: string; values: CaseValues } | null = null) =>
  beginCase({
    owner: 7,
    known,
    search: new URLSearchParams(search),
    copied: undefined,
    server: server && { key: server.key, form: server.values as never, saved_at: '2026-11-17T00:00:00Z' },
  });
const values = (price: number) => ({ ...valuesFrom(known), price });
const keep = (price: number, more: { saved?: string; owner?: number } = {}) =>
  writeDraft(newCaseDraft, { owner: 7, key: newKey(), version: null, values: values(price), ...more });

it('the address chooses grade, subject, district and the child of that grade; unknown ids are left out', () => {
  const begun = begin('grade=3&major_subject=34,99&other_subject=5&region=16');
  expect(begun).toMatchObject({
    isRestored: false,
    draft: {
      owner: 7,
      values: {
        child_info: [{ id: 5, grade: 3, major_subject: [3], other_subject: [5] }],
        tutoring_region: 16,
      },
    },
  });
  expect(begin('grade=99&region=x')).toBeUndefined();
  // The form of the home page has one field for both lists of subjects.
  expect(begin('major_subject=o5')?.draft.values.child_info).toMatchObject([
    { major_subject: [], other_subject: [5] },
  ]);
});

it('what a visitor chose in this browser is continued by the account', () => {
  writeDraft(newCaseDraft, {
    ...{ owner: visitor, key: newKey(), version: null },
    values: valuesFrom({ ...known, saved: [] }, { grade: 12, major: [1], other: [], region: 18 }),
  });
  expect(begin()?.draft.values).toMatchObject({
    child_info: [{ id: 4, grade: 12, major_subject: [1] }],
    tutoring_region: 18,
  });
});

it('a device goes on with changes that the server lacks; otherwise the server’s draft counts', () => {
  const server = { key: newKey(), values: values(300) };
  keep(200);
  expect(begin('', server)?.draft.values.price).toBe(200);
  keep(200, { saved: '2026-11-16T00:00:00Z' });
  expect(begin('', server)?.draft).toMatchObject({ key: server.key, values: { price: 300 } });
  // Posted or thrown away on another device.
  expect(begin()).toBeUndefined();
  expect(begin('', { key: newKey(), values: { child_info: 1 } as never })).toBeUndefined();
});

it('what is asked for anew sets the begun case aside, unless it is the same', () => {
  const same = 'grade=12&major_subject=1&region=16';
  keep(200);
  expect(begin(same)).toMatchObject({ isRestored: false, draft: { aside: { price: 200 } } });
  const begun = begin(same)?.draft;
  if (begun) writeDraft(newCaseDraft, begun);
  expect(begin(same)).toMatchObject({ isRestored: true, draft: { key: begun?.key } });
});
