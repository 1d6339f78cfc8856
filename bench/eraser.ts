/**
 * Measures the quality and speed of the paper eraser through the same API that the server uses. Exits with 1
 * when a target is missed.
 *
 * npm run bench -- eraser PHOTOS_DIR BLANK   photographs aligned with their blank page: print kept, print kept
 *                                            where writing crosses it, writing left, ghost (remaining trace)
 * npm run bench -- eraser held DIR           held-out synthetic pages with their truth (NAME-KIND.png,
 *                                            .clean.png, .mask.png), by kind, with PSNR and SSIM
 * npm run bench -- eraser print-only DIR     pages without writing: characters changed, by OCR before and after
 * npm run bench -- eraser desks DIR          photographs of pages on desks, with corners.json: errors of the
 *                                            corners, crops that cut print
 * npm run bench -- eraser phones DIR         the same as phones give them: filling the picture, an edge missing, held
 *                                            in a hand, on black, two pages, any turn
 * npm run bench -- eraser turns DIR          upright pages in four rotations: detected orientation
 * npm run bench -- eraser curls DIR          curled pages, with corners.json: remaining bend
 * npm run bench -- eraser hostile [COUNT]    fuzzed and hostile pictures: errors, seconds, memory
 * npm run bench -- eraser speed [PICTURE]    a 200-dpi page on two threads, compared with a c32 network of
 *                                            random weights; checks that the result is always the same
 */
import { resolve } from 'node:path';
import { measureCurls } from './eraser/curls.ts';
import { measureDesks } from './eraser/desks.ts';
import { measureHeld } from './eraser/held-out.ts';
import { measureHostile } from './eraser/hostile.ts';
import { measurePhones } from './eraser/phones.ts';
import { measurePhotos } from './eraser/photos.ts';
import { measurePrintOnly } from './eraser/print-only.ts';
import { measureSpeed } from './eraser/speed.ts';
import { measureTurns } from './eraser/turns.ts';
import { missed, printTable, type Row } from './tools/table.ts';

const path = (name: string) => resolve(process.env.INIT_CWD ?? '.', name);
const [first, second, third] = process.argv.slice(2);

function measure(): Promise<Row[]> | undefined {
  if (first === 'hostile') return measureHostile(Number(second ?? 500));
  if (first === 'speed') return measureSpeed(second && path(second));
  if (!first || !second) return undefined;
  if (first === 'held') return measureHeld(path(second));
  if (first === 'print-only') return measurePrintOnly(path(second));
  if (first === 'desks') return measureDesks(path(second));
  if (first === 'phones') return measurePhones(path(second));
  if (first === 'turns') return measureTurns(path(second), third === 'pieces');
  if (first === 'curls') return measureCurls(path(second));
  return measurePhotos(path(first), path(second));
}

const rows = await measure();
if (rows) printTable(rows);
else
  console.error(
    'Usage: npm run bench -- eraser PHOTOS_DIR BLANK | held DIR | print-only DIR | desks DIR | phones DIR | turns DIR [pieces] | curls DIR | hostile [COUNT] | speed [PICTURE]',
  );
process.exitCode = !rows ? 2 : missed(rows) ? 1 : 0;
