import { expect, test } from 'vitest';
import { maskContacts } from './mask-contacts.ts';

test.each([
  '電話 61234567',
  '61-23-45-67 找我',
  '６１２３４５６７',
  '+852 6123 4567',
  '六一二三四五六七',
  'call 6 1 2 3 4 5 6 7 now',
  'a.chan@example.com',
  'chan (at) example (dot) com',
  'https://example.hk/x?y',
  'www.example.org',
  'mingshi-tutor.com/chan',
  'wa.me/85261234567',
  'WeChat: chan_tutor',
  '微信號：chan1234',
  'IG: @chan.tutor',
  '@chan_tutor',
])('contact details are masked in "%s"', (text) => {
  const blotted = maskContacts(text);
  expect(blotted).toContain('▇▇▇');
  expect(blotted).not.toMatch(/6123|chan|example|mingshi|六一二三/);
});

test.each([
  '數學 M2，DSE 5**，2024 年',
  '學費 $250-300，每週 2 堂，每堂 1.5 小時',
  '星期三 17:00-18:30、星期六 10:00',
  '2026-12-01 開始',
  '有十二年經驗，教過三十多位學生',
  'IB 42/45, IELTS 8.5',
  '請用 A4 紙。Thanks!',
])('"%s" contains no contact details and stays unchanged', (text) => expect(maskContacts(text)).toBe(text));
