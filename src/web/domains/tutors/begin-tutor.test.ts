import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Draft, newKey, writeDraft } from '#web/ground/drafts.ts';
import { beginTutor, keptForm, tutorDraft } from './begin-tutor.ts';
import { emptyTutor, type TutorValues } from './tutor-values.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const key = newKey();
const values = (price_min: number) => ({ ...emptyTutor('陳大文', 'M'), price_min });
const here = (price: number, more: Partial<Draft<TutorValues>> = {}) =>
  writeDraft(tutorDraft, { owner: 7, key, version: null, values: values(price), ...more });
const server = (price: number, revision = 1, saved_at = '2026-11-17T10:00:00.000Z') => ({
  ...{ key, version: null, revision, saved_at },
  form: keptForm(values(price), 3),
});

it('a second device goes on where the first one stopped', () => {
  expect(beginTutor(7, null)).toBeUndefined();
  expect(beginTutor(7, server(300))).toEqual({
    isRestored: true,
    draft: {
      ...{ owner: 7, key, version: null, values: values(300), step: 3, seen: 1 },
      saved: '2026-11-17T10:00:00.000Z',
    },
  });
  here(200, { saved: '2026-11-17T09:00:00.000Z', seen: 1, step: 1 });
  expect(beginTutor(7, server(300, 2))?.draft).toMatchObject({ values: { price_min: 300 }, step: 3 });
});

it('what this device added to the server’s draft goes on, and what was sent elsewhere does not come back', () => {
  here(200, { seen: 1 });
  expect(beginTutor(7, server(100))?.draft.values.price_min).toBe(200);
  expect(beginTutor(7, null)?.draft.values.price_min).toBe(200);
  here(200, { saved: '2026-11-17T09:00:00.000Z', seen: 1 });
  expect(beginTutor(7, null)).toBeUndefined();
});

it('of two devices the newer one counts, and the other is set aside', () => {
  const pair = () => {
    const { values: shown, aside, asideFrom } = beginTutor(7, server(300, 2))?.draft ?? {};
    return [shown?.price_min, aside?.price_min, asideFrom?.device];
  };
  here(200, { seen: 1, changed: '2026-11-17T09:59:00.000Z' });
  expect(pair()).toEqual([300, 200, 'this']);
  here(200, { seen: 1, changed: '2026-11-17T10:01:00.000Z' });
  expect(pair()).toEqual([200, 300, 'other']);
  here(300, { seen: 1, changed: '2026-11-17T10:01:00.000Z' });
  expect(pair()).toEqual([300, undefined, undefined]);
});
