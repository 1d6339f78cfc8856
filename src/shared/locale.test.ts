import { expect, it } from 'vitest';
import { matchLanguages } from './locale.ts';

const enabled = ['zh-Hant', 'en'] as const;

it.each([
  ['en-GB,en;q=0.9', 'en'],
  ['zh-HK', 'zh-Hant'],
  ['zh-CN, en;q=0.5', 'zh-Hant'],
  ['fr, en;q=0.3, zh;q=0.9', 'zh-Hant'],
  ['fr', undefined],
  ['', undefined],
  [undefined, undefined],
  ['en;q=0', undefined],
  ['*', undefined],
  [',,;;q=,', undefined],
])('Accept-Language %s selects %s', (header, locale) => {
  expect(matchLanguages(header, enabled)).toBe(locale);
});
