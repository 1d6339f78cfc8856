import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearDrafts, dropDraft, finderDraft, newKey, readDraft, writeDraft } from './drafts.ts';

let kept: Record<string, string>;
beforeEach(() => {
  kept = {};
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value;
    },
    removeItem: (name: string) => {
      delete kept[name];
    },
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => Object.keys(kept),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
});

afterEach(() => void vi.unstubAllGlobals());

const draft = { owner: 7, key: newKey(), version: null, values: { text: '小明' } };

it('gives a draft back to its owner alone', () => {
  expect(writeDraft('case:new', draft)).toBe(true);
  expect(readDraft('case:new', 7)).toEqual(draft);
  expect(readDraft('case:new', 8)).toBeUndefined();
  dropDraft('case:new');
  expect(readDraft('case:new', 7)).toBeUndefined();
});

it('takes what cannot be read for none, and says so', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  kept['mingshi:draft:tutor'] = '{';
  expect(readDraft('tutor', 7)).toBeUndefined();
  expect(logged).toHaveBeenCalledOnce();
});

it('leaves nothing behind on logging out', () => {
  writeDraft('case:new', draft);
  writeDraft('tutor', draft);
  Object.assign(kept, { [finderDraft]: '{}', theme: 'dark' });
  clearDrafts();
  expect(kept).toEqual({ theme: 'dark' });
});

it('makes keys the contract takes', async () => {
  const { idempotencyKey } = await import('#shared/form-fields.ts');
  expect(idempotencyKey.safeParse(newKey()).success).toBe(true);
  expect(newKey()).not.toBe(newKey());
});
