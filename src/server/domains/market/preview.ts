import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { create, type Font } from 'fontkit';
import { readChineseFont } from '#server/ground/files/chinese-font.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import type { Locale } from '#shared/locale.ts';
import type { TutorPage } from '#shared/market.ts';
import { calledBySurname } from '#shared/tutor-name.ts';

const drawings = join(import.meta.dirname, '../../../../public/portraits');
const [width, height] = [1200, 630];

const phrases: Record<Locale, { named: (surname: string) => string; line: string }> = {
  'zh-Hant': { named: (surname) => `${surname}導師`, line: '明師 ・ 家長免費，學費直接付給導師' },
  en: { named: (surname) => `Tutor ${surname}`, line: '明師 Mingshi · Free for families' },
};

/**
 * The picture of a shared link: the surname and a drawing. A photo is left out, because chat programs keep
 * what they fetch.
 */
export async function previewOf(tutor: TutorPage, locale: Locale): Promise<FileAnswer> {
  const [font, { default: sharp }] = await Promise.all([openFont(), import('sharp')]);
  const { named, line } = phrases[locale];
  const name = calledBySurname(tutor.surname, named);
  const drawn = /^drawn-(\d{1,2})$/.exec(tutor.portrait ?? '')?.[1];
  const face = drawn
    ? (await readFile(join(drawings, `${drawn}.svg`), 'utf8')).replace(
        '<svg ',
        '<svg x="90" y="115" width="400" height="400" ',
      )
    : `<rect x="90" y="115" width="400" height="400" fill="#f3efe4"/>${written(font, [...tutor.surname][0] ?? '', 170, 400, 240)}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#1e2329">
    <rect width="100%" height="100%" fill="#fbfaf6"/><rect width="100%" height="14" fill="#c23b22"/>${face}
    ${written(font, name, 560, 320, Math.min(120, 1080 / [...name].length))}
    <g fill="#5b636d">${written(font, line, 560, 410, 34)}</g></svg>`;
  const content = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
  return {
    content: Readable.from([content]),
    mediaType: 'image/png',
    fileName: `tutor-${tutor.id}.png`,
    cacheControl: 'public, max-age=3600',
  };
}

/** A text as outlines: the machine need not have a Chinese font. */
function written(font: Font, text: string, x: number, y: number, size: number) {
  const scale = size / font.unitsPerEm;
  let at = x;
  return font
    .layout(text)
    .glyphs.map((glyph) => {
      const path = `<path transform="translate(${at} ${y}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`;
      at += glyph.advanceWidth * scale;
      return path;
    })
    .join('');
}

let opened: Promise<Font> | undefined;

/** Opened on the first preview; a failure is tried again by the next. */
function openFont() {
  opened ??= readChineseFont().then((bytes) => {
    const font = create(bytes);
    if ('fonts' in font) throw new Error('a single font is needed here, not a collection');
    return font;
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}
