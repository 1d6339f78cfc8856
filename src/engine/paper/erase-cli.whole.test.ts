import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'mingshi-erase-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = fileURLToPath(new URL('./erase-cli.ts', import.meta.url));
const run = (...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: folder },
  });

describe('npm run erase', () => {
  it('explains a wrong command, writes nothing and exits with 2', () => {
    for (const args of [
      ['one'],
      ['one', 'two', '--unknown'],
      ['one', 'two', '--strength', 'mild'],
      ['not-there.jpg', 'out'],
    ]) {
      const { status, stderr } = run(...args);
      expect(status).toBe(2);
      expect(stderr).toMatch(/Usage: npm run erase|is not there/);
    }
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('writes every readable picture of a folder, names the unreadable ones and exits with 1', async () => {
    mkdirSync(join(folder, 'in'));
    const page = sharp({ create: { width: 120, height: 90, channels: 3, background: '#eee' } });
    const pixels = await page.clone().raw().toBuffer();
    await page.png().toFile(join(folder, 'in/good.png'));
    writeFileSync(join(folder, 'in/bad.jpg'), 'no picture');
    const { status, stderr } = run('in', 'out', '--no-crop', '--mask');
    expect(status).toBe(1);
    expect(stderr).toContain('bad.jpg: Not a JPEG');
    expect(stderr).toContain('1 of 2 failed.');
    expect(Buffer.compare(await sharp(join(folder, 'out/good.png')).raw().toBuffer(), pixels)).toBe(0);
    expect(await sharp(join(folder, 'out/good.mask.png')).metadata()).toMatchObject({
      width: 120,
      height: 90,
    });
    expect(existsSync(join(folder, 'out/bad.png'))).toBe(false);
    expect(run('in', 'in').stderr).toContain('would be overwritten');
  });
});
