import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createMailHashes } from '#server/domains/mail/hashes.ts';
import { createUnsubscribeTokens } from '#server/domains/mail/unsubscribe.ts';
import { createPhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { testKey, testPhoneEncryption } from '../people.ts';
import { dataDirOf } from './data-dir.ts';
import { axeFindingsInThemes, open, words } from './helpers.ts';
import { newNumber, signUp, sql, test } from './people.ts';

test.use({ viewport: { width: 375, height: 700 } });
const { email } = words['zh-Hant'];

/** The keys that the server signs and encrypts with: what is in a mail cannot be read off a page. */
function keysOf(baseURL = '') {
  if (process.env.TEST_POOLER === '1') return { secret: testKey, vault: testPhoneEncryption };
  const file = readFileSync(join(dataDirOf(new URL(baseURL).port), 'keys.json'), 'utf8');
  const { phone, secret }: { phone: { id: string; key: string }[]; secret: string } = JSON.parse(file);
  const bytes = (text: string) => Buffer.from(text, 'base64');
  return {
    secret: bytes(secret),
    vault: createPhoneEncryption(phone.map(({ id, key }) => ({ id, key: bytes(key) }))),
  };
}

test('an address is confirmed from the link in its mail, and mails are stopped from theirs, without log-in', {
  tag: '@whole',
}, async ({ page, baseURL }) => {
  const { id } = await signUp(page, { mobile: newNumber(), name: '收件人' });
  const { secret, vault } = keysOf(baseURL);
  const { cipher, key } = vault.encrypt('sample.parent@example.com', 'email_addresses.address');
  await sql(
    `insert into email_claims (user_id, address_hash, address_cipher, address_key, code_hash, link_hash, expires_at)
     values ($1, '', $2, $3, '', $4, now() + interval '10 minutes')`,
    [id, cipher, key, createMailHashes(secret).link('the-token-of-the-mail')],
  );
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());

  await open(page, '/email/confirm?token=the-token-of-the-mail');
  await expect(page.getByText('sa•••@example.com')).toBeVisible();
  expect(await sql('select 1 from email_addresses where user_id = $1', [id])).toEqual([]);
  expect(await axeFindingsInThemes(page)).toEqual([]);
  await page.getByRole('button', { name: email.confirm.do }).click();
  await expect(page.getByText(email.confirm.confirmedText)).toBeVisible();
  expect(await sql('select 1 from email_addresses where user_id = $1', [id])).toHaveLength(1);

  const token = createUnsubscribeTokens(secret).issue({ userId: id, topic: 'lessons' });
  await open(page, `/api/email/unsubscribe?token=${token}&locale=zh-Hant`);
  await expect(page.getByText(email.stop.ask.replace('{{topic}}', '課堂'))).toBeVisible();
  expect(await axeFindingsInThemes(page)).toEqual([]);
  await page.getByRole('button', { name: email.stop.one }).click();
  await expect(page.getByText(email.stop.done.replace('{{topic}}', '課堂'))).toBeVisible();

  for (const [path, title] of [
    ['/email/confirm?token=x', email.confirm.over],
    ['/email/unsubscribe?token=x', email.stop.over],
  ] as const) {
    await open(page, path);
    await expect(page.getByText(title)).toBeVisible();
  }
});
