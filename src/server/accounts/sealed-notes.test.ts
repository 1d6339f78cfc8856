import { expect, test } from 'vitest';
import { serveAccounts } from '../../../tests/accounts-app.ts';
import { newNumber } from '../../../tests/browser.ts';
import { testVault } from '../../../tests/people.ts';
import { sealNote } from './sealed-notes.ts';

const { newBrowser, registered } = serveAccounts();

const registerWith = (ticket: string) =>
  newBrowser().post('/api/common_info/simple_registration', {
    ticket,
    name: '樣本人',
    gender: 'F',
    identity: 1,
    agreed: true,
    registration_method: 'home_register',
  });
const content = () => ({ e164: `+852${newNumber()}` });

test('a ticket works until its end, and for its own purpose', async () => {
  expect((await registerWith(sealNote(testVault, 'registration', content(), 60))).code).toBe(0);
  expect((await registerWith(sealNote(testVault, 'registration', content(), -1))).code).toBe(2006);
  expect((await registerWith(sealNote(testVault, 'second factor', content(), 60))).code).toBe(2006);
});

test('a challenge works until its end, and for its own purpose', async () => {
  const { id } = await registered();
  const step = (challenge: string) =>
    newBrowser().post('/api/users/second_factor_login', { challenge, code: '000000' });
  const sealed = (purpose: string, seconds: number) => sealNote(testVault, purpose, { userId: id }, seconds);
  expect((await step(sealed('second factor', 60))).code).toBe(2001);
  expect((await step(sealed('second factor', -1))).code).toBe(2006);
  expect((await step(sealed('registration', 60))).code).toBe(2006);
});

test('a ticket is good for 15 minutes, and says nothing to its holder', async () => {
  const number = newNumber();
  const { ticket } = (await newBrowser().proveNumber(number)).data;
  const [key = '', cipher = ''] = (ticket as string).split('.');
  const bytes = Buffer.from(cipher, 'base64url');
  expect(bytes.includes(number)).toBe(false);
  const { end } = JSON.parse(testVault.open({ key, cipher: bytes }, 'note registration'));
  expect((end - Date.now()) / 60_000).toBeGreaterThan(14.5);
  expect((end - Date.now()) / 60_000).toBeLessThanOrEqual(15);
});
