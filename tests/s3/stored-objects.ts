import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stored } from './store.ts';

const draft = '.draft';

/**
 * A bucket's objects, stored in a folder before they are acknowledged, so that they survive a kill of the
 * process. A file's name encodes the ETag and the key, which may have about 130 characters.
 */
export class StoredObjects extends Map<string, Stored> {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      if (name.endsWith(draft)) continue;
      const [etag = '', ...key] = Buffer.from(name, 'base64url').toString().split(' ');
      super.set(key.join(' '), { bytes: readFileSync(join(folder, name)), etag });
    }
  }

  override set(key: string, stored: Stored) {
    const before = this.get(key);
    const path = this.#pathOf(key, stored);
    writeFileSync(`${path}${draft}`, stored.bytes);
    renameSync(`${path}${draft}`, path);
    if (before && before.etag !== stored.etag) rmSync(this.#pathOf(key, before));
    return super.set(key, stored);
  }

  override delete(key: string) {
    const stored = this.get(key);
    if (stored) rmSync(this.#pathOf(key, stored));
    return super.delete(key);
  }

  #pathOf(key: string, { etag }: Stored) {
    return join(this.#folder, Buffer.from(`${etag} ${key}`).toString('base64url'));
  }
}
