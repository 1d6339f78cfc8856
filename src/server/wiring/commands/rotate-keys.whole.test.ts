import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createPhoneEncryption, type NamedKey } from '#server/ground/phone/phone-encryption.ts';
import { createTestDatabase } from '#tests/database.ts';
import { runCommand } from '#tests/run-command.ts';

test('npm run keys:rotate prints what it re-encrypted, which keys can be removed and which are missing', async () => {
  const { url, database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const k1: NamedKey = { id: 'k1', key: randomBytes(32) };
  const k2: NamedKey = { id: 'k2', key: randomBytes(32) };
  const old = createPhoneEncryption([k1]);
  const { cipher, key } = old.encrypt('+85291000001', 'users.phone');
  await database.pool.query('insert into users (phone_hash, phone_cipher, phone_key) values ($1, $2, $3)', [
    old.hash('+85291000001').hash,
    cipher,
    key,
  ]);
  const rotate = (keys: NamedKey[]) =>
    runCommand('src/server/wiring/commands/rotate-keys.ts', [], {
      // The configuration requires a host in the URL; the socket folder in its `host` parameter takes
      // precedence.
      DATABASE_URL: url.replace('@/', '@localhost/'),
      PHONE_KEYS: keys.map((one) => `${one.id}:${one.key.toString('base64')}`).join(','),
      SECRET_KEY: randomBytes(32).toString('base64'),
    });
  expect(await rotate([k2, k1])).toEqual({
    code: 0,
    out: 'Under key k2 now: 1 number, 0 e-mail addresses, 0 second factors, 0 checking codes, 0 bans.\nKey k1 is needed no more and may be taken out of PHONE_KEYS.\n',
    err: '',
  });
  await database.pool.query(`insert into bans (phone_hash, phone_key, reason) values ($1, $2, 'spam')`, [
    old.hash('+85291000007').hash,
    old.current,
  ]);
  expect(await rotate([k2])).toEqual({
    code: 1,
    out: 'Under key k2 now: 0 numbers, 0 e-mail addresses, 0 second factors, 0 checking codes, 0 bans.\nKey k1 is still needed by 1 ban whose number no account has.\n',
    err: 'PHONE_KEYS has no key k1: what it sealed cannot be read.\n',
  });
});
