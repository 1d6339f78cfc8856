import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#tests/random.ts';
import { zhHant } from '#web/ground/i18n/all-translations.ts';
import { addTranslations } from '#web/ground/i18n/i18n.ts';
import { TranslateProvider } from '#web/ground/i18n/translate-provider.tsx';
import { answers } from './corpus/answers.ts';
import type { Case } from './corpus/case.ts';
import { currency, otherDollars } from './corpus/currency.ts';
import { fragments } from './corpus/fragments.ts';
import { halfWritten } from './corpus/half-written.ts';
import { boldLatex, html, links, oddities, refusedLatex } from './corpus/hostile.ts';
import { acrossCode, emphasisBesideChinese, inCode, manyLines, nested, tables } from './corpus/layouts.ts';
import { lookOf } from './corpus/look.ts';
import { dollarFormulas, mathematics, pricesWithFormulas } from './corpus/mathematics.ts';
import { monsters } from './corpus/monsters.ts';
import { BlockView } from './markdown/block.tsx';
import { type Block, createBlockReader } from './markdown/block-reader.ts';
import { Prose } from './prose.tsx';

const t = addTranslations('zh-Hant', zhHant);
const htmlOf = (element: React.ReactNode) =>
  renderToStaticMarkup(<TranslateProvider t={t}>{element}</TranslateProvider>);

const families: Record<string, Case[]> = {
  currency,
  otherDollars,
  mathematics,
  pricesWithFormulas,
  dollarFormulas,
  nested,
  inCode,
  acrossCode,
  emphasisBesideChinese,
  manyLines,
  tables,
  refusedLatex,
  boldLatex,
  html,
  links,
  oddities,
  halfWritten,
};

/** Finds scripts, pictures, KaTeX errors, links other than web and mail, and our own placeholders. */
function unsafe(markup: string) {
  const withoutKatex = markup.replace(/<annotation.*?<\/annotation>/gs, '');
  return [
    /<(?:script|img|iframe|object|embed|style|base|form|svg onload)/i,
    /<[^>]*\son\w+=/i,
    /katex-error|#cc0000/i,
    /href="(?!https?:\/\/|mailto:)/i,
    /[\uFDD0\uFDD1]/,
  ].filter((sign) => sign.test(withoutKatex));
}

describe('every case looks exactly as expected', () => {
  it.each(Object.entries(families))('%s', (_, cases) => {
    const wrong = cases.flatMap(({ text, seen, streaming = false }) => {
      const markup = htmlOf(<Prose text={text} streaming={streaming} />);
      const look = lookOf(markup);
      return look === seen && unsafe(markup).length === 0
        ? []
        : [{ text, seen, look, unsafe: unsafe(markup) }];
    });
    expect(wrong).toEqual([]);
  });

  it('there are at least 500 different cases', () => {
    const texts = Object.values(families).flatMap((cases) =>
      cases.map(({ text, streaming }) => `${streaming} ${text}`),
    );
    expect(new Set(texts).size).toBeGreaterThanOrEqual(500);
  });
});

const looks = new WeakMap<Block, string>();
/** Finished blocks are the same objects, so each is rendered once. */
function lookOfBlock(block: Block) {
  const known = looks.get(block) ?? lookOf(htmlOf(<BlockView block={block} />));
  looks.set(block, known);
  return known;
}
/** The readable content: letters, digits and formulas, without signs for formatting. */
const readable = (look: string) => look.replace(/⋯|<a [^>]*>|<\/?[a-z]+>|[^\p{L}\p{N}$\\⟨⟩⟪⟫]/gu, '');
const kindOf = (block: Block | undefined) =>
  block?.node.type === 'paragraph' || block === undefined ? 'paragraph' : block.node.type;

it.each(Object.entries(monsters))('%s are rendered without failure', { tags: ['whole'] }, (_, text) => {
  for (const streaming of [false, true]) {
    const markup = htmlOf(<Prose text={text} streaming={streaming} />);
    expect(unsafe(markup)).toEqual([]);
    expect(markup.split('<blockquote').length).toBeLessThan(40);
    const depths = createBlockReader()(text, streaming).map(({ node }) => depthOf(node));
    // Deeper nesting costs no more: 30 lists of items, and quotations beside them.
    if (text.includes('- a')) expect(Math.max(0, ...depths)).toBeLessThan(70);
  }
});
const depthOf = (node: object): number =>
  'children' in node ? 1 + Math.max(0, ...(node.children as object[]).map(depthOf)) : 0;

describe('an answer at each of its characters', { tags: ['whole'] }, () => {
  it.each(answers.map((answer, index) => [index, answer] as const))('answer %i', (_, answer) => {
    const whole = createBlockReader()(answer, false);
    const final = readable(whole.map(lookOfBlock).join('\n'));
    const read = createBlockReader();
    let longest = 0;
    for (let end = 1; end <= answer.length; end += 1) {
      const prefix = answer.slice(0, end);
      const blocks = read(prefix, true);
      const seen = blocks.map(lookOfBlock);
      const now = readable(seen.join('\n'));
      // Nothing is shown that the finished answer does not have at that place, and shown text stays.
      expect({ prefix, now }).toEqual({ prefix, now: final.slice(0, now.length) });
      expect({ prefix, shorter: now.length < longest }).toEqual({ prefix, shorter: false });
      longest = now.length;
      // Finished blocks look final; the last one has its final type.
      expect(seen.slice(0, -1)).toEqual(whole.slice(0, Math.max(0, seen.length - 1)).map(lookOfBlock));
      const last = blocks.length - 1;
      if (last >= 0 && readable(seen[last] ?? '') !== '')
        expect({ prefix, kind: kindOf(blocks[last]) }).toEqual({ prefix, kind: kindOf(whole[last]) });
    }
    expect(read(answer, false).map(lookOfBlock)).toEqual(whole.map(lookOfBlock));
  });

  it('read in pieces gives the same result as read at once, for all cases', () => {
    const text = Object.values(families)
      .flatMap((cases) => cases.map((one) => one.text))
      .filter((_, index) => index % 9 === 0)
      .join('\n\n');
    const read = createBlockReader();
    for (let end = 0; end < text.length; end += 37) read(text.slice(0, end), true);
    expect(read(text, false).map(lookOfBlock)).toEqual(createBlockReader()(text, false).map(lookOfBlock));
  });

  it('random mixtures lose nothing, read at once or in pieces', { tags: ['whole'] }, () => {
    const random = createRandom(52);
    for (let round = 0; round < 150; round += 1) {
      const text = Array.from({ length: 3 + random.below(25) }, () => random.pick(fragments)).join('');
      const whole = createBlockReader()(text, false).map(lookOfBlock);
      const read = createBlockReader();
      for (let end = 1; end < text.length; end += 1 + random.below(5)) read(text.slice(0, end), true);
      expect({ text, look: read(text, false).map(lookOfBlock) }).toEqual({ text, look: whole });
      expect({ text, letters: lettersOf(whole.join('\n')) }).toEqual({ text, letters: lettersOf(text) });
    }
  });
});

/** Letters and digits. Tags of the notation are not part of the text; `<i>` is typed in some texts. */
const lettersOf = (text: string) => text.replace(/<\/?(?:b|i|s|c|pre)>|[^\p{L}\p{N}]/gu, '');
