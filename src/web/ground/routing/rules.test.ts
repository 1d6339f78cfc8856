import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routeTable } from './route-table.ts';
import { detectLocale, localizedPath, redirectOf, rowOf, splitLocale, threadId } from './rules.ts';

const locales = 'src/web/ground/i18n/locales';

describe('rowOf', () => {
  it.each([
    ['/', 'domains/home/page.tsx'],
    ['/aitutor/voice', 'domains/voice/page.tsx'],
    ['/aitutor/12', 'domains/chat/conversation.tsx'],
    ['/aitutor/voice/12', 'domains/voice/page.tsx'],
    ['/erase/download', 'domains/eraser/download.tsx'],
    ['/erase/erase-1-2', 'domains/eraser/result.tsx'],
    ['/faq/', 'domains/content/faq.tsx'],
    ['/me', 'domains/accounts/me.tsx'],
    ['/me/x/y', 'shell/not-found.tsx'],
  ])('%s is rendered by %s', (path, page) => expect(rowOf(path)?.page).toBe(page));
  it('an unknown path has no row', () => {
    expect(rowOf('/nowhere')).toBeUndefined();
    expect(rowOf('/doubao1x5')).toBeUndefined();
    expect(rowOf('/faqs')).toBeUndefined();
  });
});

describe('the words of a page', () => {
  const titlesIn = (file: string): string[] =>
    Object.keys(JSON.parse(readFileSync(`${locales}/${file}.json`, 'utf8')).pages ?? {});
  it.each(
    routeTable.flatMap(({ paths, page, words = [] }) =>
      [...readFileSync(`src/web/${page}`, 'utf8').matchAll(/pageMeta(?:<.+>)?\('(\w+)'/g)].map(
        ([, name]) => [paths[0], name, words] as const,
      ),
    ),
  )('%s has its title, %s, in the files that it loads', (_, name, words) => {
    const files = ['zh-Hant', ...[words].flat().map((area) => `zh-Hant.${area}`)];
    expect(files.flatMap(titlesIn)).toContain(name);
  });
});

describe('the locale prefix of an address', () => {
  it('is split off and put back', () => {
    expect(splitLocale('/en/faq')).toEqual({ locale: 'en', prefixed: true, path: '/faq' });
    expect(splitLocale('/en')).toEqual({ locale: 'en', prefixed: true, path: '/' });
    expect(splitLocale('/english')).toEqual({ locale: 'zh-Hant', prefixed: false, path: '/english' });
    expect(localizedPath('/', 'en')).toBe('/en');
    expect(localizedPath('/faq', 'en')).toBe('/en/faq');
    expect(localizedPath('/faq', 'zh-Hant')).toBe('/faq');
  });
  it('is detected from the cookie, then the browser’s languages, then the default, unless the address has one', () => {
    const access = {
      pathname: '/faq',
      cookie: undefined,
      acceptLanguage: 'en',
      enabled: ['zh-Hant', 'en'],
      detection: 'all',
    } as const;
    expect(detectLocale(access)).toBe('en');
    expect(detectLocale({ ...access, cookie: 'zh-Hant' })).toBeUndefined();
    expect(detectLocale({ ...access, cookie: 'nonsense' })).toBe('en');
    expect(detectLocale({ ...access, pathname: '/zh-Hant/faq' })).toBeUndefined();
    expect(detectLocale({ ...access, detection: 'root' })).toBeUndefined();
    expect(detectLocale({ ...access, detection: 'root', pathname: '/' })).toBe('en');
    expect(detectLocale({ ...access, enabled: ['zh-Hant'] })).toBeUndefined();
    expect(detectLocale({ ...access, acceptLanguage: 'fr, zh;q=0.8, en;q=0.5' })).toBeUndefined();
  });
});

describe('redirects in the route table', () => {
  const row = routeTable[0];
  if (!row) throw new Error('the table is empty');
  it('stay within the app and the locale unless the target is absolute', () => {
    expect(redirectOf({ ...row, redirect: '/erase' }, 'en')).toEqual({ to: '/en/erase', fullLoad: false });
    expect(redirectOf({ ...row, redirect: 'https://a.example/x' }, 'en')).toEqual({
      to: 'https://a.example/x',
      fullLoad: true,
    });
    expect(redirectOf({ ...row, redirect: '//a.example/x' }, 'en')).toEqual({
      to: '//a.example/x',
      fullLoad: true,
    });
    expect(redirectOf(row, 'en')).toBeUndefined();
  });
});

it('a thread id is a non-zero decimal number; anything else is undefined', () => {
  expect(['1', '007', '123456789012345'].map(threadId)).toEqual([1, 7, 123456789012345]);
  expect(['0', '00', '-1', '1.5', '1e3', 'abc', '', undefined, '9'.repeat(16)].map(threadId)).toEqual(
    Array(9).fill(undefined),
  );
});
