import type { Place, Size } from '#shared/sheet-layout.ts';
import type { Word } from '../ocr/ocr-types.ts';
import { spaceBetween } from '../ocr/words.ts';
import type { Pdf } from './pdf-document.ts';

/** Text rendering mode 3: searchable and copyable, but not drawn. */
const invisible = '3 Tr';
/** How far letters reach below the baseline, as a fraction of the line height. */
const belowBaseline = 0.12;
/** Words further apart than this, in line heights, are separate texts. */
const widestGap = 1.5;

/** Lays the words over the picture that they were read from. */
export function writeInvisibly(
  { doc, hasGlyph }: Pick<Pdf, 'doc' | 'hasGlyph'>,
  words: Word[],
  picture: Size,
  placed: Place,
) {
  const drawable = (text: string) => [...text].filter((sign) => hasGlyph(sign.codePointAt(0) ?? 0)).join('');
  const scale = placed.width / picture.width;
  doc.save();
  doc.addContent(invisible);
  for (const line of linesOf(words)) {
    const height = median(line.map(({ box }) => box.height));
    const bottom = median(line.map(({ box }) => box.y + box.height));
    const y = placed.y + (bottom - height * belowBaseline) * scale;
    doc.fontSize(Math.max(1, height * scale));
    line.forEach((word, index) => {
      const text = drawable(word.text);
      if (text === '') return;
      const next = line[index + 1];
      const space = next ? spaceBetween(text, next.text) : '';
      const natural = doc.widthOfString(text);
      const width = (space === '' && widthToNext(word, next, height)) || word.box.width;
      const horizontalScaling = natural > 0 ? (100 * width * scale) / natural : 100;
      const x = placed.x + word.box.x * scale;
      doc.text(text + space, x, y, { lineBreak: false, baseline: 'alphabetic', horizontalScaling });
    });
  }
  doc.restore();
}

/** Width up to the next word: PDF viewers read a gap as a space, which would break searches. */
function widthToNext(word: Word, next: Word | undefined, height: number) {
  const distance = next ? next.box.x - word.box.x : 0;
  return distance > 0 && distance - word.box.width < widestGap * height ? distance : undefined;
}

function linesOf(words: Word[]): Word[][] {
  const lines: Word[][] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last?.[0]?.line === word.line) last.push(word);
    else lines.push([word]);
  }
  return lines;
}

/** Median, because the boxes of single characters are often much too low or too high. */
function median(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
