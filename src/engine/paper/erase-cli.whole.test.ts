import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

const place = mkdtempSync(join(tmpdir(), 'mingshi-erase-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const program = fileURLToPath(new URL('./erase-cli.ts', import.meta.url));
const run = (...words: string[]) =>
  spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: place },
  });

describe('npm run erase', () => {
  it('says how it is used, and writes nothing, when the command is wrong', () => {
    for (const words of [['one'], ['one', 'two', '--unknown'], ['not-there.jpg', 'out']]) {
      const { status, stderr } = run(...words);
      expect(status).toBe(2);
      expect(stderr).toMatch(/Usage: npm run erase|is not there/);
    }
    expect(existsSync(join(place, 'out'))).toBe(false);
  });

  it('writes every page of a folder that can be read, names the others, and fails', async () => {
    mkdirSync(join(place, 'in'));
    const page = sharp({ create: { width: 120, height: 90, channels: 3, background: '#eee' } });
    const pixels = await page.clone().raw().toBuffer();
    await page.png().toFile(join(place, 'in/good.png'));
    writeFileSync(join(place, 'in/bad.jpg'), 'no picture');
    const { status, stderr } = run('in', 'out', '--no-crop', '--mask');
    expect(status).toBe(1);
    expect(stderr).toContain('bad.jpg: Not a JPEG');
    expect(stderr).toContain('1 of 2 failed.');
    expect(Buffer.compare(await sharp(join(place, 'out/good.png')).raw().toBuffer(), pixels)).toBe(0);
    expect(await sharp(join(place, 'out/good.mask.png')).metadata()).toMatchObject({
      width: 120,
      height: 90,
    });
    expect(existsSync(join(place, 'out/bad.png'))).toBe(false);
    expect(run('in', 'in').stderr).toContain('would be overwritten');
  });
});
