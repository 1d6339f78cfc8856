import { loadKatex } from './rendering/formula/katex-loader.ts';

const faces = ['1em KaTeX_Main', 'italic 1em KaTeX_Math', '1em KaTeX_Size1', '1em KaTeX_Size2'];

/** Somebody is about to ask: what draws formulas is there before the first one comes, which then moves nothing. */
export function prepareFormulas() {
  // Each says by itself that it did not come; a formula that needs it asks again.
  loadKatex().catch(() => {});
  for (const face of faces) document.fonts.load(face).catch(() => {});
}
