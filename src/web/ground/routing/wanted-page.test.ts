import { describe, expect, it } from 'vitest';
import { ownPage, wantedCookie } from './wanted-page.ts';

describe('the page that a visitor asked for', () => {
  it.each(['/my-tutoring', '/en/my-tutoring', '/message/12?show=notices', '/me', '/clock-in?class=3'])(
    '%s is kept in the cookie and found again',
    (page) => {
      const [path = '', search = ''] = page.split(/(?=\?)/);
      const cookie = wantedCookie({ pathname: path, search });
      expect(ownPage(cookie.slice('wanted='.length, cookie.indexOf(';')))).toBe(page);
    },
  );
  it.each([
    '//evil.example/me',
    '///evil.example',
    'https://evil.example/me',
    'https:evil.example',
    'javascript:alert(1)',
    '/\\evil.example',
    '\\\\evil.example',
    '/me\\..\\..\\evil',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\u0000/evil.example',
    '%2F%2Fevil.example',
    '%2F%5Cevil.example',
    '%2F%09%2Fevil.example',
    '%252F%252Fevil.example',
    '/..//evil.example',
    '/me/..//evil.example',
    '/%2F/evil.example',
    '/nowhere',
    'me',
    '',
    '%',
    '%E0%A4%A',
    `/me/${'x'.repeat(600)}`,
  ])('%j leads nowhere', (value) => {
    expect(ownPage(value)).toBeUndefined();
  });
  it('a query that is too long is left out', () => {
    expect(wantedCookie({ pathname: '/me', search: `?a=${'x'.repeat(600)}` })).toMatch(/^wanted=%2Fme;/);
  });
});
