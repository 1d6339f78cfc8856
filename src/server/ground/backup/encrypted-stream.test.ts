import { randomBytes, randomInt } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { chunkBytes, decryptChunks, encryptChunks } from './encrypted-stream.ts';

const key = randomBytes(32);
const headerBytes = 57;
const sealedChunk = chunkBytes + 16;

async function* inPieces(bytes: Buffer, most = 100_000) {
  for (let at = 0; at < bytes.length; ) {
    const length = randomInt(1, most);
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
const sealed = async (plain: Buffer, with_: Buffer | undefined) =>
  buffer(encryptChunks(inPieces(plain), with_));
const opened = async (bytes: Buffer, with_: Buffer | undefined) =>
  buffer(decryptChunks(inPieces(bytes), with_));
const wrong = /The backup is damaged|This is no backup|is not the key/;

describe.each([
  ['with a key', key],
  ['without a key', undefined],
])('a backup stream %s', (_name, masterKey) => {
  test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes, 3 * chunkBytes + 17])(
    '%i bytes can be written and read back',
    async (length) => {
      const plain = randomBytes(length);
      expect(plain.equals(await opened(await sealed(plain, masterKey), masterKey))).toBe(true);
    },
  );

  test('a flipped bit in any byte is detected', async () => {
    const whole = await sealed(randomBytes(2 * chunkBytes + 500), masterKey);
    // Every byte of the header, the ends of each chunk, and others at random.
    const edges = [0, 1, 2].flatMap((chunk) =>
      [0, 1, chunkBytes - 1, chunkBytes, sealedChunk - 1].map((at) => headerBytes + chunk * sealedChunk + at),
    );
    const places = [
      ...Array(headerBytes).keys(),
      ...edges.filter((at) => at < whole.length),
      whole.length - 1,
      ...Array.from({ length: 200 }, () => randomInt(whole.length)),
    ];
    for (const at of places) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ (1 << randomInt(8));
      await expect(opened(damaged, masterKey), `byte ${at}`).rejects.toThrow(wrong);
    }
  });

  test('truncation at any place is detected, also at the end of a chunk', async () => {
    const whole = await sealed(randomBytes(2 * chunkBytes), masterKey);
    const ends = [0, 1, headerBytes, headerBytes + sealedChunk, headerBytes + 15, whole.length - 1];
    for (const length of [...ends, ...Array.from({ length: 100 }, () => randomInt(whole.length))])
      await expect(opened(whole.subarray(0, length), masterKey), `${length} bytes`).rejects.toThrow(wrong);
  });

  test('chunks that are reordered, dropped, repeated, from another file or followed by extra data are detected', async () => {
    const parts = (bytes: Buffer) => ({
      header: bytes.subarray(0, headerBytes),
      chunks: [0, 1, 2].map((at) =>
        bytes.subarray(headerBytes + at * sealedChunk, headerBytes + (at + 1) * sealedChunk),
      ),
    });
    const plain = randomBytes(3 * chunkBytes);
    const { header, chunks } = parts(await sealed(plain, masterKey));
    const { chunks: others } = parts(await sealed(plain, masterKey));
    const [a, b, c] = chunks as [Buffer, Buffer, Buffer];
    const forged = [
      [b, a, c],
      [a, c],
      [a, b, b, c],
      [a, others[1] as Buffer, c],
      [a, b, c, c],
      [a, b, c, Buffer.from('x')],
    ];
    expect(plain.equals(await opened(Buffer.concat([header, a, b, c]), masterKey))).toBe(true);
    for (const order of forged)
      await expect(opened(Buffer.concat([header, ...order]), masterKey)).rejects.toThrow(wrong);
  });
});

test('an encrypted stream does not contain the plain text, and encrypting the same content twice differs', async () => {
  const plain = Buffer.alloc(200_000, 'mingshi');
  const [one, other] = [await sealed(plain, key), await sealed(plain, key)];
  expect(one.includes('mingshi')).toBe(false);
  expect(one.subarray(headerBytes).equals(other.subarray(headerBytes))).toBe(false);
});

test('a wrong key, a missing key and a file that is not a backup have different error messages', async () => {
  const whole = await sealed(randomBytes(10), key);
  await expect(opened(whole, randomBytes(32))).rejects.toThrow(
    'BACKUP_KEY is not the key that this backup was made with',
  );
  await expect(opened(whole, undefined)).rejects.toThrow('is encrypted; set BACKUP_KEY');
  await expect(
    opened(Buffer.from('not a backup at all, but long enough to be one, if one looks only at that'), key),
  ).rejects.toThrow('This is no backup');
  // A backup made without a key can be read although a key is configured.
  expect((await opened(await sealed(Buffer.from('open'), undefined), key)).toString()).toBe('open');
});
