import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { loadKeys } from './keys.ts';
import { StartError } from './start-error.ts';

async function createFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'mingshi-keys-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return { path: join(dataDir, 'keys.json'), load: () => loadKeys(readConfig({ DATA_DIR: dataDir })) };
}

test('the first start makes keys, and later ones read the same', async () => {
  const { path, load } = await createFolder();
  const made = await load();
  expect(await load()).toEqual(made);
  expect(JSON.parse(await readFile(path, 'utf8')).secret).toBe(made.secret.toString('base64'));
});

const short = Buffer.alloc(16).toString('base64');
test.each([
  ['empty', '', 'it is not JSON'],
  ['cut short', '{"phone":[{"id":"k1","key":"c2VjcmV0', 'it is not JSON'],
  ['without keys', '{"phone":[]}', 'a key in it is missing or wrong'],
  [
    'with a short key',
    JSON.stringify({ phone: [{ id: 'k1', key: short }], secret: short }),
    'a key in it is missing or wrong',
  ],
])(
  'a keys.json that is %s stops the start with one sentence that quotes nothing of it, and stays as it is',
  async (_name, content, reason) => {
    const { path, load } = await createFolder();
    await writeFile(path, content);
    const refused = await load().then(
      () => expect.fail('it was read'),
      (error) => error,
    );
    expect(refused).toBeInstanceOf(StartError);
    expect(refused.message).toBe(
      `${path} is broken (${reason}); put it back from a backup, because no other keys open the stored phone numbers.`,
    );
    expect(await readFile(path, 'utf8')).toBe(content);
  },
);

test('a keys.json that cannot be read stops the start with one sentence', async () => {
  const { path, load } = await createFolder();
  await mkdir(path);
  await expect(load()).rejects.toThrow(
    /^The keys in .*keys\.json cannot be read or written \(EISDIR[^\n]*\)\.$/,
  );
});
