import { attention } from 'micromark-core-commonmark';
import { classifyCharacter } from 'micromark-util-classify-character';
import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';

const star = 42;

/**
 * Bold and italics as in CommonMark, with two differences. Chinese text has no spaces, so that `**答案：**三`
 * would stay as typed: full-width punctuation counts as letters here. And `2*x*y` or `2**3**4` is arithmetic:
 * a star between two digits or Latin letters opens and closes nothing.
 */
export const emphasis: Extension = {
  disable: { null: ['attention'] },
  text: { 42: construct(), 95: construct() },
  insideSpan: { null: [construct()] },
};

function construct(): Construct {
  const { resolveAll } = attention;
  return { name: 'emphasis', tokenize, ...(resolveAll && { resolveAll }) };
}

function tokenize(this: TokenizeContext, ...[effects, ok]: Parameters<Tokenizer>): State {
  const { previous } = this;
  const others = (this.parser.constructs.attentionMarkers.null ?? []).filter(
    (code) => code !== 42 && code !== 95,
  );
  const before = kindOf(previous);
  let marker: Code;
  const inside: State = (code) => {
    if (code === marker) {
      effects.consume(code);
      return inside;
    }
    const token = effects.exit('attentionSequence');
    const after = kindOf(code);
    const isArithmetic = marker === star && isOperand(previous, ')') && isOperand(code, '(');
    const open = !after || (after === 2 && Boolean(before)) || others.includes(code);
    const close = !before || (before === 2 && Boolean(after)) || others.includes(previous);
    token._open = !isArithmetic && (marker === star ? open : open && (Boolean(before) || !close));
    token._close = !isArithmetic && (marker === star ? close : close && (Boolean(after) || !open));
    return ok(code);
  };
  return (code) => {
    marker = code;
    effects.enter('attentionSequence');
    return inside(code);
  };
}

/** 1 for space, 2 for punctuation, undefined for the rest. */
const kindOf = (code: Code) => (isFullWidth(code) ? undefined : classifyCharacter(code));

/** Chinese punctuation, quotation marks and dashes. The full-width space is a space. */
const isFullWidth = (code: Code) =>
  code !== null &&
  ((code > 0x3000 && code <= 0x303f) ||
    (code >= 0xff01 && code <= 0xffef) ||
    (code >= 0x2014 && code <= 0x2026));

const isOperand = (code: Code, bracket: ')' | '(') =>
  code !== null &&
  code > 0 &&
  (/[A-Za-z0-9]/.test(String.fromCharCode(code)) || String.fromCharCode(code) === bracket);
