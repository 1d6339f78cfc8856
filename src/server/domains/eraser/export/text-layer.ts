import type { Place, Size } from '#shared/sheet-layout.ts';
import type { Word } from '../ocr/ocr-types.ts';
import { between } from '../ocr/words.ts';
import type { Pdf } from './pdf-document.ts';

/** Text that is there to be found and copied, and not drawn. */
const invisible = '3 Tr';
/** How far below a line's letters their feet reach, as a share of its height. */
const belowBaseline = 0.12;
/** Further apart than this, in line heights, two words are not one text. */
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
    const height = middle(line.map(({ box }) => box.height));
    const bottom = middle(line.map(({ box }) => box.y + box.height));
    const y = placed.y + (bottom - height * belowBaseline) * scale;
    doc.fontSize(Math.max(1, height * scale));
    line.forEach((word, index) => {
      const text = drawable(word.text);
      if (text === '') return;
      const next = line[index + 1];
      const space = next ? between(text, next.text) : '';
      const natural = doc.widthOfString(text);
      const width = (space === '' && reachOf(word, next, height)) || word.box.width;
      const horizontalScaling = natural > 0 ? (100 * width * scale) / natural : 100;
      const x = placed.x + word.box.x * scale;
      doc.text(text + space, x, y, { lineBreak: false, baseline: 'alphabetic', horizontalScaling });
    });
  }
  doc.restore();
}

/** Up to the next word: readers take a gap for a space, and nobody would find what they search for. */
function reachOf(word: Word, next: Word | undefined, height: number) {
  const reach = next ? next.box.x - word.box.x : 0;
  return reach > 0 && reach - word.box.width < widestGap * height ? reach : undefined;
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

/** Boxes of single signs are much too low or too high; most of a line is not. */
function middle(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
