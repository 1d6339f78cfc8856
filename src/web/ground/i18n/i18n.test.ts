import { beforeEach, expect, it, vi } from 'vitest';
import { en, zhHant } from './all-translations.ts';

// Added translations persist in the module, so each test imports it anew.
let { addTranslations: addWords, translator }: typeof import('./i18n.ts') = await import('./i18n.ts');
beforeEach(async () => {
  vi.resetModules();
  ({ addTranslations: addWords, translator } = await import('./i18n.ts'));
});

it('a translation is found by its key, and its placeholders are filled in', () => {
  expect(translator('en')).toBeUndefined();
  const t = addWords('en', en);
  expect(t('nav.home')).toBe(en.nav.home);
  expect(t('faq.found', { count: 3, search: '$& <b>' })).toBe('3 questions about “$& <b>”');
  expect(t('faq.found', { count: 3 })).toBe('3 questions about “”');
  expect(translator('en')).toBe(t);
});

it('a key without a translation shows itself until the translation is added', () => {
  const { operator, ...others } = zhHant;
  const t = addWords('zh-Hant', others);
  expect(t('operator.nav')).toBe('operator.nav');
  expect(addWords('zh-Hant', { operator })).toBe(t);
  expect(t('operator.nav')).toBe(operator.nav);
});

it('a section that stands in several files is joined', () => {
  expect(en.login).toMatchObject({ title: 'Log in', code: '6-digit code' });
  expect(Object.keys(zhHant.pages)).toEqual(expect.arrayContaining(['home', 'me', 'tutors']));
});

it('both languages have the same keys and placeholders', () => {
  const placeholdersOf = (words: object): object =>
    Object.fromEntries(
      Object.entries(words).map(([name, word]) => [
        name,
        typeof word === 'string' ? (word.match(/\{\{\w+\}\}/g) ?? []).toSorted() : placeholdersOf(word),
      ]),
    );
  expect(placeholdersOf(en)).toEqual(placeholdersOf(zhHant));
});
