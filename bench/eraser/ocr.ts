/** Tesseract with Traditional Chinese and English: the system's if installed, else the one in node_modules. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Ocr {
  read(png: Buffer): Promise<string>;
  close(): Promise<void>;
}

/**
 * Results are cached in `folder` by the picture's checksum, so that the original pages
 * are read only once for many runs.
 */
export async function openOcr(folder: string): Promise<Ocr> {
  const { stdout } = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8' });
  const version = spawnSync('tesseract', ['--version'], { encoding: 'utf8' }).stdout?.split('\n')[0];
  const bySystem = stdout?.includes('chi_tra');
  const ocr = bySystem ? systemOcr() : await packagedOcr();
  await mkdir(folder, { recursive: true });
  return {
    async read(png) {
      const reader = bySystem ? `${version}` : 'packaged';
      const name = join(folder, `${createHash('sha256').update(reader).update(png).digest('hex')}.txt`);
      const cached = await readFile(name, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      if (cached !== undefined) return cached;
      const text = await ocr.read(png);
      await writeFile(`${name}.${process.pid}`, text);
      await rename(`${name}.${process.pid}`, name);
      return text;
    },
    close: ocr.close,
  };
}

function systemOcr(): Ocr {
  return {
    async read(png) {
      const child = spawn('tesseract', ['-', '-', '-l', 'chi_tra+eng'], {
        env: { ...process.env, OMP_THREAD_LIMIT: '1' },
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      child.stdin.end(png);
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`tesseract ended with ${code}`);
      return text;
    },
    async close() {},
  };
}

async function packagedOcr(): Promise<Ocr> {
  const { createWorker } = await import('tesseract.js');
  const require = createRequire(import.meta.url);
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-ocr-'));
  for (const language of ['chi_tra', 'eng']) {
    const data = join(
      dirname(require.resolve(`@tesseract.js-data/${language}/package.json`)),
      '4.0.0',
      `${language}.traineddata.gz`,
    );
    await symlink(data, join(folder, `${language}.traineddata.gz`));
  }
  const worker = await createWorker(['chi_tra', 'eng'], 1, {
    langPath: folder,
    cacheMethod: 'none',
    gzip: true,
  });
  return {
    read: async (png) => (await worker.recognize(png)).data.text,
    async close() {
      await worker.terminate();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
