import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { newNumber } from '#tests/browser.ts';
import { testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { encryptNote } from './encrypted-notes.ts';

const { newBrowser, registered } = await serve();

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

test('a registration ticket works until it expires, and only for registration', async () => {
  expect((await registerWith(encryptNote(testPhoneEncryption, 'registration', content(), 60))).code).toBe(0);
  expect((await registerWith(encryptNote(testPhoneEncryption, 'registration', content(), -1))).code).toBe(
    2006,
  );
  expect((await registerWith(encryptNote(testPhoneEncryption, 'second factor', content(), 60))).code).toBe(
    2006,
  );
});

test('a second-factor challenge works until it expires, and only for the second factor', async () => {
  const { id } = await registered();
  const step = (challenge: string) =>
    newBrowser().post('/api/users/second_factor_login', { challenge, code: '000000' });
  const sealed = (purpose: string, seconds: number) =>
    encryptNote(testPhoneEncryption, purpose, { userId: id }, seconds);
  expect((await step(sealed('second factor', 60))).code).toBe(2001);
  expect((await step(sealed('second factor', -1))).code).toBe(2006);
  expect((await step(sealed('registration', 60))).code).toBe(2006);
});

test('a ticket is valid for 15 minutes, a challenge for 5, and both are unreadable for their holder', async () => {
  const minutesOf = (note: string, purpose: string) => {
    const [key = '', cipher = ''] = note.split('.');
    const sealed = { key, cipher: Buffer.from(cipher, 'base64url') };
    expect(sealed.cipher.includes('"end"')).toBe(false);
    return Math.round(
      (JSON.parse(testPhoneEncryption.decrypt(sealed, `note ${purpose}`)).end - Date.now()) / 60_000,
    );
  };
  const { data } = await newBrowser().proveNumber(newNumber());
  expect(minutesOf(data.ticket, 'registration')).toBe(15);

  const { browser, number } = await registered();
  const { data: setup } = await browser.post('/api/users/second_factor/setup');
  const code = new TOTP({ secret: Secret.fromBase32(setup.secret) }).generate();
  await browser.post('/api/users/second_factor/confirm', { code });
  const { data: asked } = await newBrowser().proveNumber(number);
  expect(minutesOf(asked.challenge, 'second factor')).toBe(5);
});
