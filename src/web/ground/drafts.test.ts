import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearDrafts, dropDraft, finderDraft, newKey, readDraft, writeDraft } from './drafts.ts';

let stored: Record<string, string>;
beforeEach(() => {
  stored = {};
  const methods = {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => {
      stored[name] = value;
    },
    removeItem: (name: string) => {
      delete stored[name];
    },
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
});

afterEach(() => void vi.unstubAllGlobals());

const draft = { owner: 7, key: newKey(), version: null, values: { text: '小明' } };

it('a draft is returned to its owner only', () => {
  expect(writeDraft('case:new', draft)).toBe(true);
  expect(readDraft('case:new', 7)).toEqual(draft);
  expect(readDraft('case:new', 8)).toBeUndefined();
  dropDraft('case:new');
  expect(readDraft('case:new', 7)).toBeUndefined();
});

it('a draft that cannot be parsed counts as missing and is logged', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  stored['mingshi:draft:tutor'] = '{';
  expect(readDraft('tutor', 7)).toBeUndefined();
  expect(logged).toHaveBeenCalledOnce();
});

it('clearDrafts removes all drafts and nothing else', () => {
  writeDraft('case:new', draft);
  writeDraft('tutor', draft);
  Object.assign(stored, { [finderDraft]: '{}', theme: 'dark' });
  clearDrafts();
  expect(stored).toEqual({ theme: 'dark' });
});

it('newKey makes unique keys that the API contract accepts', async () => {
  const { idempotencyKey } = await import('#shared/form-fields.ts');
  expect(idempotencyKey.safeParse(newKey()).success).toBe(true);
  expect(newKey()).not.toBe(newKey());
});
