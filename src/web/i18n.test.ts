import { expect, it } from 'vitest';
import { addLocale, translator } from './i18n.ts';
import en from './locales/en.json' with { type: 'json' };
import zhHant from './locales/zh-Hant.json' with { type: 'json' };

it('finds words by their key, and fills in their values', () => {
  const t = addLocale('en', en);
  expect(t('nav.home')).toBe(en.nav.home);
  expect(t('faq.found', { count: 3, search: '$& <b>' })).toBe('3 questions about “$& <b>”');
  expect(t('faq.found', { count: 3 })).toBe('3 questions about “”');
  expect(translator('en')).toBe(t);
});

it('shows a key that has no words', () => {
  expect(addLocale('en', en)('nav.nowhere' as 'nav.home')).toBe('nav.nowhere');
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
