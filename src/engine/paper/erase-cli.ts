/**
 * npm run erase -- IN OUT [--strength strict|standard|thorough] [--keep-red] [--keep-ink] [--white] [--no-crop] [--mask]
 *
 * IN is a picture or a folder of pictures; OUT is a file ending in .png, or a folder, where each page becomes NAME.png.
 * --strength says how much is erased, standard by default; --keep-red keeps the teacher's marks, --keep-ink the student's writing; --white evens out the lighting;
 * --no-crop keeps size and geometry, for measuring; --mask writes NAME.mask.png beside each page, white where
 * something was erased. Exits with 1 when a page failed (the other pages are still written) and with 2 when
 * the command is wrong.
 */
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { collectGarbage } from './collect-garbage.ts';
import { type Eraser, openEraser } from './erase.ts';
import { type ErasedPage, type EraseOptions, maskBits, strengths } from './types.ts';

const usage = `Usage: npm run erase -- IN OUT [--strength ${strengths.join('|')}] [--keep-red] [--keep-ink] [--white] [--no-crop] [--mask]`;
const pictureNames = /\.(jpe?g|png|webp|avif|tiff?|gif)$/i;

class UsageError extends Error {}

interface PageFile {
  from: string;
  to: string;
}

function readCommand() {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        strength: { type: 'string', default: 'standard' },
        'keep-red': flag,
        'keep-ink': flag,
        white: flag,
        'no-crop': flag,
        mask: flag,
      },
    });
    const [from, to, ...more] = positionals;
    if (!from || !to || more.length > 0) throw new UsageError(usage);
    const strength = strengths.find((one) => one === values.strength);
    if (!strength) throw new UsageError(usage);
    const options: EraseOptions = {
      strength,
      keepRed: values['keep-red'],
      keepInk: values['keep-ink'],
      white: values.white,
      ...(values['no-crop'] && { crop: 'none', rotate: 0 }),
    };
    // npm runs scripts in the project's folder; INIT_CWD is where the user typed the command.
    const path = (name: string) => resolve(process.env.INIT_CWD ?? '.', name);
    return { from: path(from), to: path(to), mask: values.mask, options };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}\n${usage}`);
  }
}

async function listPages(from: string, to: string): Promise<PageFile[]> {
  const kind = await stat(from).catch(() => {
    throw new UsageError(`${from} is not there.`);
  });
  if (!kind.isDirectory()) {
    const file = extname(to).toLowerCase() === '.png' ? to : join(to, `${basename(from, extname(from))}.png`);
    return [{ from, to: file }];
  }
  const names = (await readdir(from)).filter((name) => pictureNames.test(name)).sort();
  if (names.length === 0) throw new UsageError(`${from} has no pictures.`);
  const pages = names.map((name) => ({
    from: join(from, name),
    to: join(to, `${basename(name, extname(name))}.png`),
  }));
  const duplicate = pages.find(({ to }, i) => pages.findIndex((page) => page.to === to) !== i);
  if (duplicate) throw new UsageError(`Two pictures would both become ${duplicate.to}.`);
  const overwritten = pages.find(({ from, to }) => from === to);
  if (overwritten) throw new UsageError(`${overwritten.from} would be overwritten; choose another folder.`);
  return pages;
}

/** Writes to a temporary file and renames it, so that a file that exists is always complete. */
async function writePng(
  data: Uint8Array,
  size: { width: number; height: number },
  channels: 1 | 3,
  to: string,
) {
  const unfinished = `${to}.part`;
  try {
    await sharp(data, { raw: { ...size, channels } })
      .png({ compressionLevel: 6 })
      .toFile(unfinished);
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writePage({ image, mask }: ErasedPage, to: string, withMask: boolean) {
  await mkdir(dirname(to), { recursive: true });
  const { width, height } = image;
  await writePng(image.data, { width, height }, 3, to);
  if (!withMask) return;
  const erased = mask.map((bits) => (bits & maskBits.erased ? 255 : 0));
  await writePng(erased, { width, height }, 1, to.replace(/\.png$/i, '.mask.png'));
}

/** On a terminal, one line that is overwritten; otherwise nothing but the results. */
function progressBar(total: number) {
  const live = process.stderr.isTTY;
  const width = 24;
  return {
    show(done: number, share: number, name: string) {
      if (!live) return;
      const full = Math.round(((done + share) / total) * width);
      process.stderr.write(
        `\r\x1b[K[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${done}/${total} ${name}`,
      );
    },
    say(line: string) {
      process.stderr.write(`${live ? '\r\x1b[K' : ''}${line}\n`);
    },
  };
}

async function erasePages(pages: PageFile[], eraser: Eraser, options: EraseOptions, withMask: boolean) {
  const bar = progressBar(pages.length);
  let failed = 0;
  for (const [i, { from, to }] of pages.entries()) {
    const name = basename(from);
    try {
      const onProgress = ({ stage, done, total }: { stage: string; done: number; total: number }) =>
        bar.show(i, stage === 'erase' ? done / total : 0, name);
      const page = await eraser.erasePage(await readFile(from), { ...options, onProgress });
      await writePage(page, to, withMask);
      const seconds = (page.timings.total / 1000).toFixed(2);
      bar.say(`${name} → ${to}  ${page.image.width} × ${page.image.height}, ${seconds} s`);
    } catch (error) {
      failed++;
      bar.say(`${name}: ${(error as Error).message}`);
    }
    await collectGarbage();
  }
  if (failed > 0) bar.say(`${failed} of ${pages.length} failed.`);
  return failed;
}

try {
  const { from, to, mask, options } = readCommand();
  const pages = await listPages(from, to);
  const eraser = openEraser({ threads: Math.min(4, availableParallelism()) });
  const failed = await erasePages(pages, eraser, options, mask);
  await eraser.close();
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
