/**
 * What the paper eraser is worth, from the outside: through the same object the server uses. Exits with 1 when a target is missed.
 *
 * npm run bench -- eraser PHOTOS_DIR BLANK     photographs registered to their blank page: print kept, where crossed, writing left, ghost
 * npm run bench -- eraser held DIR             drawn pages with their truth (NAME-KIND.png, .clean.png, .mask.png), by kind, with PSNR and SSIM
 * npm run bench -- eraser print-only DIR       pages without writing: characters changed, by OCR of both
 * npm run bench -- eraser desks DIR            photographs over desks with corners.json: corners and cut print
 * npm run bench -- eraser turns DIR            upright pages, each turned by four: which way up they are said to lie
 * npm run bench -- eraser curls DIR            pages that curl, with corners.json: how much of the bend is left
 * npm run bench -- eraser hostile [COUNT]      fuzzed and hostile pictures: errors, seconds, memory
 * npm run bench -- eraser speed [PICTURE]      a 200-dpi page on two threads, beside a c32 of random weights; same bytes again
 */
import { resolve } from 'node:path';
import { measureCurls } from './eraser/curls.ts';
import { measureDesks } from './eraser/desks.ts';
import { measureHeld } from './eraser/held.ts';
import { measureHostile } from './eraser/hostile.ts';
import { measurePhotos } from './eraser/photos.ts';
import { measurePrintOnly } from './eraser/print-only.ts';
import { measureSpeed } from './eraser/speed.ts';
import { measureTurns } from './eraser/turns.ts';
import { missed, printTable, type Row } from './tools/table.ts';

const path = (name: string) => resolve(process.env.INIT_CWD ?? '.', name);
const [first, second] = process.argv.slice(2);

function measure(): Promise<Row[]> | undefined {
  if (first === 'hostile') return measureHostile(Number(second ?? 500));
  if (first === 'speed') return measureSpeed(second && path(second));
  if (!first || !second) return undefined;
  if (first === 'held') return measureHeld(path(second));
  if (first === 'print-only') return measurePrintOnly(path(second));
  if (first === 'desks') return measureDesks(path(second));
  if (first === 'turns') return measureTurns(path(second));
  if (first === 'curls') return measureCurls(path(second));
  return measurePhotos(path(first), path(second));
}

const rows = await measure();
if (rows) printTable(rows);
else
  console.error(
    'Usage: npm run bench -- eraser PHOTOS_DIR BLANK | held DIR | print-only DIR | desks DIR | turns DIR | curls DIR | hostile [COUNT] | speed [PICTURE]',
  );
process.exitCode = !rows ? 2 : missed(rows) ? 1 : 0;
