import type { Locale } from '#shared/locale.ts';

/** English words that the solver writes inside formulas. */
const inChinese: Record<string, string> = {
  ' or ': ' 或 ',
  'no real solution': '沒有實數解',
  'infinitely many solutions': '無限多個解',
  'no mode': '沒有眾數',
  'centre ': '圓心 ',
  'remainder ': '餘數 ',
  'quotient ': '商 ',
  area: '面積',
  median: '中位數',
  range: '分佈域',
};

/** A formula of the solver with its words in the reader's language. */
export const latexIn = (latex: string, locale: Locale) =>
  locale === 'en'
    ? latex
    : latex.replace(/\\text\{([^{}]*)\}/g, (whole, words: string) =>
        Object.hasOwn(inChinese, words) ? `\\text{${inChinese[words]}}` : whole,
      );
