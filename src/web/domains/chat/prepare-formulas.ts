import { loadKatex } from './rendering/formula/katex-loader.ts';

const fonts = ['1em KaTeX_Main', 'italic 1em KaTeX_Math', '1em KaTeX_Size1', '1em KaTeX_Size2'];

/**
 * Loads KaTeX and its fonts when the user is about to ask, so that the first formula causes no layout shift.
 */
export function prepareFormulas() {
  // The KaTeX loader reports its own failure; a formula that needs these loads them again.
  loadKatex().catch(() => {});
  for (const font of fonts) document.fonts.load(font).catch(() => {});
}
