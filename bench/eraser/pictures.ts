import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Plane } from './planes.ts';

export const keepGeometry = { crop: 'none', rotate: 0 } as const;

export async function readRgb(file: string): Promise<Plane> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels === 3) return { data: new Uint8Array(data), width: info.width, height: info.height };
  const rgb = new Uint8Array(info.width * info.height * 3);
  for (let i = 0; i < rgb.length; i++) rgb[i] = data[Math.floor(i / 3) * info.channels] as number;
  return { data: rgb, width: info.width, height: info.height };
}

export async function picturesIn(folder: string, pattern: RegExp) {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  if (names.length === 0) throw new Error(`${folder} has no pictures like ${pattern}.`);
  return names.map((name) => ({ name, file: join(folder, name) }));
}

export const mean = (values: number[]) => {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
};

export const four = (value: number) => value.toFixed(4);
