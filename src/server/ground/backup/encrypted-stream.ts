import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { StartError } from '../config/start-error.ts';

/**
 * A stream of chunks in which changes, dropped, repeated or reordered chunks and truncation are detected.
 * With a key each chunk is encrypted (AES-256-GCM with a key derived for this file; the nonce contains the
 * chunk's number and whether it is the last). Without a key each chunk has a hash over the same data, which
 * detects accidents but not forgery.
 */
const magic = Buffer.from('MINGSHI BACKUP 1');
const saltBytes = 16;
const checkBytes = 16;
const checksumBytes = 8;
const headerBytes = magic.length + 1 + saltBytes + checkBytes + checksumBytes;
const tagBytes = 16;
export const chunkBytes = 64 * 1024;

type Bytes = AsyncIterable<Uint8Array>;
type Sealing = { header: Buffer; key: Buffer | undefined };

export async function* encryptChunks(source: Bytes, masterKey: Buffer | undefined): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const { key, check } = keysOf(masterKey, salt);
  const about = Buffer.concat([magic, Buffer.from([masterKey ? 1 : 0]), salt, check]);
  const sealing = { header: Buffer.concat([about, checksumOf(about)]), key };
  yield sealing.header;
  let number = 0;
  for await (const { bytes, last } of chunksOf(source, chunkBytes))
    yield sealChunk(sealing, number++, last, bytes);
}

/** Yields only verified chunks; throws if the stream is truncated. */
export async function* decryptChunks(source: Bytes, masterKey: Buffer | undefined): AsyncGenerator<Buffer> {
  const sealedBytes = chunkBytes + tagBytes;
  let sealing: Sealing | undefined;
  let number = 0;
  // The header is read together with the first chunk.
  for await (const { bytes, last } of chunksOf(source, sealedBytes, headerBytes + sealedBytes)) {
    const first = sealing === undefined;
    sealing ??= openHeader(bytes.subarray(0, headerBytes), masterKey);
    yield openChunk(sealing, number++, last, first ? bytes.subarray(headerBytes) : bytes);
  }
}

/** Splits a stream into chunks of equal size; yields a chunk once it is known whether another follows. */
async function* chunksOf(source: Bytes, size: number, firstSize = size) {
  let gathered: Uint8Array[] = [];
  let length = 0;
  let nextSize = firstSize;
  for await (const bytes of source) {
    gathered.push(bytes);
    length += bytes.length;
    if (length <= nextSize) continue;
    let rest: Buffer = Buffer.concat(gathered, length);
    while (rest.length > nextSize) {
      yield { bytes: rest.subarray(0, nextSize), last: false };
      rest = rest.subarray(nextSize);
      nextSize = size;
    }
    gathered = [rest];
    length = rest.length;
  }
  yield { bytes: Buffer.concat(gathered, length), last: true };
}

function openHeader(header: Buffer, masterKey: Buffer | undefined): Sealing {
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic))
    throw new BackupError('This is no backup of 明師 Mingshi, or its beginning is damaged.');
  const about = header.subarray(0, -checksumBytes);
  if (!checksumOf(about).equals(header.subarray(-checksumBytes)))
    throw new BackupError('The backup is damaged at its beginning.');
  const encrypted = header[magic.length] === 1;
  if (encrypted && !masterKey)
    throw new BackupError('The backup is encrypted; set BACKUP_KEY to the key it was made with.');
  const at = magic.length + 1;
  const { key, check } = keysOf(encrypted ? masterKey : undefined, header.subarray(at, at + saltBytes));
  if (!timingSafeEqual(check, header.subarray(at + saltBytes, at + saltBytes + checkBytes)))
    throw new BackupError('BACKUP_KEY is not the key that this backup was made with.');
  return { header, key };
}

function keysOf(masterKey: Buffer | undefined, salt: Buffer) {
  if (!masterKey) return { key: undefined, check: Buffer.alloc(checkBytes) };
  const derived = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', masterKey, salt, `mingshi backup ${purpose}`, length));
  return { key: derived('content', 32), check: derived('check', checkBytes) };
}

const checksumOf = (about: Buffer) => createHash('sha256').update(about).digest().subarray(0, checksumBytes);

function nonceOf(number: number, last: boolean) {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

function sealChunk({ header, key }: Sealing, number: number, last: boolean, bytes: Buffer) {
  const nonce = nonceOf(number, last);
  if (!key) return Buffer.concat([bytes, digestOf(header, nonce, bytes)]);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(header);
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function openChunk({ header, key }: Sealing, number: number, last: boolean, sealed: Buffer) {
  const damaged = () =>
    new BackupError(`The backup is damaged or cut off (part ${number + 1}${last ? ', where it ends' : ''}).`);
  if (sealed.length < tagBytes) throw damaged();
  const nonce = nonceOf(number, last);
  const [bytes, tag] = [sealed.subarray(0, -tagBytes), sealed.subarray(-tagBytes)];
  if (!key) {
    if (!digestOf(header, nonce, bytes).equals(tag)) throw damaged();
    return bytes;
  }
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(header).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(bytes), decipher.final()]);
  } catch {
    throw damaged();
  }
}

const digestOf = (header: Buffer, nonce: Buffer, bytes: Buffer) =>
  createHash('sha256').update(header).update(nonce).update(bytes).digest().subarray(0, tagBytes);

/** A problem with a backup that the operator can act on; shown without a stack trace. */
export class BackupError extends StartError {
  override name = 'BackupError';
}
