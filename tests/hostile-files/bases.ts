import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { pdf } from '../documents.ts';

export type Bases = Record<'jpeg' | 'progressive' | 'png' | 'webp' | 'heic' | 'pdf', Buffer>;

const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400">
  <rect width="300" height="400" fill="#fdfaf0"/><circle cx="150" cy="200" r="90" fill="none" stroke="#c22" stroke-width="7"/>
  <text x="40" y="90" font-size="40">1 + 2 = 3</text></svg>`);

/** Valid files that the hostile ones are derived from. The HEIC is a fixture: sharp cannot write one. */
export async function honestFiles(): Promise<Bases> {
  const drawn = await sharp(drawing).flatten().png().toBuffer();
  return {
    jpeg: await sharp(drawn).jpeg().toBuffer(),
    progressive: await sharp(drawn).jpeg({ progressive: true }).toBuffer(),
    png: drawn,
    webp: await sharp(drawn).webp().toBuffer(),
    heic: await readFile(new URL('../fixtures/drawn.heic', import.meta.url)),
    pdf: await pdf(undefined, 2),
  };
}

export type HostileFile = { name: string; make: () => Buffer | Promise<Buffer>; isCostly: boolean };
