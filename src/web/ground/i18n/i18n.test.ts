import { beforeEach, expect, it, vi } from 'vitest';
import { en, zhHant } from './all-words.ts';

// Words that were added stay, so each test has the books to itself.
let { addWords, translator }: typeof import('./i18n.ts') = await import('./i18n.ts');
beforeEach(async () => {
  vi.resetModules();
  ({ addWords, translator } = await import('./i18n.ts'));
});

it('finds words by their key, and fills in their values', () => {
  expect(translator('en')).toBeUndefined();
  const t = addWords('en', en);
  expect(t('nav.home')).toBe(en.nav.home);
  expect(t('faq.found', { count: 3, search: '$& <b>' })).toBe('3 questions about “$& <b>”');
  expect(t('faq.found', { count: 3 })).toBe('3 questions about “”');
  expect(translator('en')).toBe(t);
});

it('shows a key that has no words, and finds it once they are added', () => {
  const { operator, ...others } = zhHant;
  const t = addWords('zh-Hant', others);
  expect(t('operator.nav')).toBe('operator.nav');
  expect(addWords('zh-Hant', { operator })).toBe(t);
  expect(t('operator.nav')).toBe(operator.nav);
});

it('has the same keys and places in both languages', () => {
  const placesOf = (words: object): object =>
    Object.fromEntries(
      Object.entries(words).map(([name, word]) => [
        name,
        typeof word === 'string' ? (word.match(/\{\{\w+\}\}/g) ?? []).toSorted() : placesOf(word),
      ]),
    );
  expect(placesOf(en)).toEqual(placesOf(zhHant));
});
