import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** 32 bytes with a name, which is stored beside each ciphertext to tell which key decrypts it. */
export type NamedKey = { id: string; key: Buffer };
export type Encrypted = { cipher: Buffer; key: string };
export type PhoneHash = { hash: Buffer; key: string };

const ivBytes = 16;
const tagBytes = 16;

export type PhoneEncryption = ReturnType<typeof createPhoneEncryption>;

/**
 * Encrypts phone numbers (and other short secrets) at rest. The first key encrypts; all keys decrypt, so that
 * a new key can be put first and the rows re-encrypted while the product runs.
 */
export function createPhoneEncryption(named: readonly NamedKey[]) {
  const keys = new Map(
    named.map(({ id, key }) => [id, { seal: derive(key, 'seal'), hash: derive(key, 'hash') }]),
  );
  const current = named[0]?.id;
  if (current === undefined) throw new Error('a vault needs a key');
  const keyNamed = (id: string) => {
    const found = keys.get(id);
    if (!found) throw new Error(`PHONE_KEYS has no key ${id}, which stored numbers still need`);
    return found;
  };
  const hashWith = (id: string, text: string): PhoneHash => ({
    hash: createHmac('sha256', keyNamed(id).hash).update(text).digest(),
    key: id,
  });

  return {
    current,

    /** AES-256-GCM: IV, tag, ciphertext. `purpose` is authenticated, so that columns cannot be swapped. */
    encrypt(text: string, purpose: string): Encrypted {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', keyNamed(current).seal, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { cipher: Buffer.concat([iv, cipher.getAuthTag(), body]), key: current };
    },

    decrypt({ cipher, key }: Encrypted, purpose: string): string {
      const iv = cipher.subarray(0, ivBytes);
      // Without authTagLength Node accepts a truncated tag, which can be guessed.
      const decipher = createDecipheriv('aes-256-gcm', keyNamed(key).seal, iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(cipher.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(cipher.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },

    /** The hash to store. */
    hash: (text: string) => hashWith(current, text),
    /** The hashes under every key, for lookups; the current key's first. */
    hashes: (text: string) => [...keys.keys()].map((id) => hashWith(id, text).hash),
  };
}

const derive = (key: Buffer, use: string) =>
  Buffer.from(hkdfSync('sha256', key, '', `mingshi phone ${use}`, 32));
