import { createHash, randomUUID } from 'node:crypto';

export type Stored = { bytes: Buffer; etag: string };
type Upload = { key: string; parts: Map<number, Stored>; at: Date };
export type Fault = { code: string; status: number };

const minPartBytes = 5 * 1024 * 1024;
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest();
export const problem = (code: string, status: number): Fault => ({ code, status });
export const isFault = (value: object): value is Fault => 'code' in value;

/** A bucket's objects and uploads, by default in memory, with the S3 rules that clients may violate. */
export function createStore(objects = new Map<string, Stored>()) {
  const uploads = new Map<string, Upload>();
  return {
    objects,
    uploads,
    put(key: string, bytes: Buffer, checksum: string | undefined): Stored | Fault {
      if (checksum !== undefined && md5(bytes).toString('base64') !== checksum)
        return problem('BadDigest', 400);
      const stored = { bytes, etag: `"${md5(bytes).toString('hex')}"` };
      objects.set(key, stored);
      return stored;
    },
    begin(key: string) {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map(), at: new Date() });
      return id;
    },
    putPart(id: string, number: number, bytes: Buffer, checksum: string | undefined): Stored | Fault {
      const upload = uploads.get(id);
      if (!upload) return problem('NoSuchUpload', 404);
      if (!(number >= 1 && number <= 10_000)) return problem('InvalidArgument', 400);
      if (checksum !== undefined && md5(bytes).toString('base64') !== checksum)
        return problem('BadDigest', 400);
      const stored = { bytes, etag: `"${md5(bytes).toString('hex')}"` };
      upload.parts.set(number, stored);
      return stored;
    },
    complete(id: string, requested: { number: number; etag: string }[]): Stored | Fault {
      const upload = uploads.get(id);
      if (!upload) return problem('NoSuchUpload', 404);
      const parts: Stored[] = [];
      if (requested.some(({ number }, index) => number <= (requested[index - 1]?.number ?? 0)))
        return problem('InvalidPartOrder', 400);
      for (const [index, { number, etag }] of requested.entries()) {
        const part = upload.parts.get(number);
        if (!part || part.etag !== etag) return problem('InvalidPart', 400);
        if (index < requested.length - 1 && part.bytes.length < minPartBytes)
          return problem('EntityTooSmall', 400);
        parts.push(part);
      }
      if (parts.length === 0) return problem('MalformedXML', 400);
      const checksums = Buffer.concat(parts.map(({ bytes }) => md5(bytes)));
      const stored = {
        bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
        etag: `"${md5(checksums).toString('hex')}-${parts.length}"`,
      };
      objects.set(upload.key, stored);
      uploads.delete(id);
      return stored;
    },
    list(prefix: string, after: string, most: number) {
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
      return { keys: keys.slice(0, most), more: keys.length > most };
    },
  };
}
