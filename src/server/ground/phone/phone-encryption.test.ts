import { createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPhoneEncryption } from './phone-encryption.ts';

const oldKey = { id: 'k1', key: randomBytes(32) };
const newKey = { id: 'k2', key: randomBytes(32) };
const number = '+85291234567';
const purpose = 'users.phone';

test('an encrypted number can be decrypted, and no two ciphertexts of it are alike', () => {
  const vault = createPhoneEncryption([oldKey]);
  const ciphers = Array.from({ length: 200 }, () => vault.encrypt(number, purpose));
  for (const sealed of ciphers) {
    expect(vault.decrypt(sealed, purpose)).toBe(number);
    expect(sealed.key).toBe('k1');
    // A 16-byte IV, a 16-byte tag, and the text.
    expect(sealed.cipher).toHaveLength(16 + 16 + number.length);
    expect(sealed.cipher.includes(number)).toBe(false);
  }
  expect(new Set(ciphers.map(({ cipher }) => cipher.subarray(0, 16).toString('hex'))).size).toBe(200);
  expect(new Set(ciphers.map(({ cipher }) => cipher.subarray(32).toString('hex'))).size).toBe(200);
});

test('a ciphertext with any byte changed cannot be decrypted', () => {
  const vault = createPhoneEncryption([oldKey]);
  const { cipher, key } = vault.encrypt(number, purpose);
  for (let at = 0; at < cipher.length; at++) {
    const tampered = Buffer.from(cipher);
    tampered[at] = (tampered[at] ?? 0) ^ 1;
    expect(() => vault.decrypt({ cipher: tampered, key }, purpose)).toThrow();
  }
});

test.each([0, 10, 16, 20, 28, 31])('a ciphertext cut to %i bytes cannot be decrypted', (length) => {
  const vault = createPhoneEncryption([oldKey]);
  const { cipher, key } = vault.encrypt('', purpose);
  expect(cipher).toHaveLength(32);
  expect(vault.decrypt({ cipher, key }, purpose)).toBe('');
  expect(() => vault.decrypt({ cipher: cipher.subarray(0, length), key }, purpose)).toThrow();
});

test('a number encrypted for one purpose cannot be decrypted for another', () => {
  const vault = createPhoneEncryption([oldKey]);
  expect(() => vault.decrypt(vault.encrypt(number, purpose), 'second_factors.secret')).toThrow();
});

test('with a new first key it encrypts and hashes; the old key still decrypts, and lookups include its hash', () => {
  const before = createPhoneEncryption([oldKey]);
  const after = createPhoneEncryption([newKey, oldKey]);
  expect(after.current).toBe('k2');
  expect(after.decrypt(before.encrypt(number, purpose), purpose)).toBe(number);
  expect(after.encrypt(number, purpose).key).toBe('k2');
  expect(after.hash(number).key).toBe('k2');
  expect(after.hashes(number)).toEqual([after.hash(number).hash, before.hash(number).hash]);
  expect(after.hash(number).hash).not.toEqual(before.hash(number).hash);
});

test('decrypting without the needed key fails with an error that names the key', () => {
  const sealed = createPhoneEncryption([oldKey]).encrypt(number, purpose);
  expect(() => createPhoneEncryption([newKey]).decrypt(sealed, purpose)).toThrow(
    'PHONE_KEYS has no key k1, which stored numbers still need',
  );
  expect(() => createPhoneEncryption([{ id: 'k1', key: newKey.key }]).decrypt(sealed, purpose)).toThrow();
  expect(() => createPhoneEncryption([])).toThrow('a vault needs a key');
});

test('the phone hash depends on the key, and its derived key differs from the encryption key', () => {
  const vault = createPhoneEncryption([oldKey]);
  expect(vault.hash(number).hash).toEqual(vault.hash(number).hash);
  expect(vault.hash(number).hash).not.toEqual(vault.hash('+85291234568').hash);
  const derived = Buffer.from(hkdfSync('sha256', oldKey.key, '', 'mingshi phone hash', 32));
  expect(vault.hash(number).hash).toEqual(createHmac('sha256', derived).update(number).digest());
  const { cipher } = vault.encrypt(number, purpose);
  const opened = createDecipheriv('aes-256-gcm', derived, cipher.subarray(0, 16), { authTagLength: 16 })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(cipher.subarray(16, 32));
  opened.update(cipher.subarray(32));
  expect(() => opened.final()).toThrow();
});
