import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../files/make-folder.ts';
import type { NamedKey } from '../phone/phone-encryption.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config.ts';
import { StartError } from './start-error.ts';

/** Never stored in the database: a copy of it alone reveals no phone number and cannot forge a session. */
export type Keys = { phone: NamedKey[]; secret: Buffer };

const key = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'must be 32 bytes in base64');
const KeysFile = z.object({ phone: z.array(z.object({ id: z.string(), key })).min(1), secret: key });

/** Reads the keys from the configuration, else from DATA_DIR/keys.json, which the first start creates. */
export async function loadKeys({ phoneKeys, secretKey, dataDir, databaseUrl, demo }: Config): Promise<Keys> {
  if (phoneKeys && secretKey) return { phone: phoneKeys, secret: secretKey };
  if (phoneKeys || secretKey)
    throw new ConfigError('PHONE_KEYS and SECRET_KEY are given together or not at all.');
  if (databaseUrl && !demo)
    throw new ConfigError(
      'With DATABASE_URL, PHONE_KEYS and SECRET_KEY have to be given: every process needs the same. See .env.example.',
    );
  const path = join(dataDir, 'keys.json');
  try {
    return await readOrCreate(path, dataDir);
  } catch (error) {
    throw unusable(path, error);
  }
}

async function readOrCreate(path: string, dataDir: string): Promise<Keys> {
  const found = await readIfExists(path);
  if (found !== undefined) return KeysFile.parse(JSON.parse(found));
  const made = { phone: [{ id: 'k1', key: newKey() }], secret: newKey() };
  await makeFolder(dataDir);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, JSON.stringify(made), { mode: 0o600, flush: true });
  try {
    // link() is atomic and never overwrites the keys of a process that was first.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return KeysFile.parse(JSON.parse(await readFile(path, 'utf8')));
}

/** What the file holds is never part of the message: it may be keys. */
function unusable(path: string, error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined)
    return new StartError(`The keys in ${path} cannot be read or written (${message}).`);
  const reason = error instanceof z.ZodError ? 'a key in it is missing or wrong' : 'it is not JSON';
  return new StartError(
    `${path} is broken (${reason}); put it back from a backup, because no other keys open the stored phone numbers.`,
  );
}

async function readIfExists(path: string) {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const newKey = () => randomBytes(32).toString('base64');
