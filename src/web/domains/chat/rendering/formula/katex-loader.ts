import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/ground/listeners.ts';

type Katex = typeof import('katex').default;

let katex: Katex | undefined;
let loading: Promise<void> | undefined;
const { tell, subscribe } = createListeners();

// The server draws answers whole, so it has KaTeX from the start. A browser loads it when a formula has to be drawn there:
// those that came with the page are left as they are.
if (import.meta.env.SSR) katex = (await import('katex')).default;

/** Fetches KaTeX ahead of the first answer. */
export function loadKatex() {
  if (katex) return Promise.resolve();
  loading ??= Promise.all([import('katex'), facesOrOneSecond()])
    .then(([loaded]) => {
      katex = loaded.default;
      tell();
    })
    .catch((error: unknown) => {
      loading = undefined;
      console.error('應用層錯誤: KaTeX did not load; formulas show their source', error);
      throw error;
    });
  return loading;
}

/** The faces of nearly every formula: without them its lines would move once these arrive. It does not wait long for them. */
const facesOrOneSecond = () =>
  Promise.race([
    Promise.allSettled(['1em KaTeX_Main', 'italic 1em KaTeX_Math'].map((face) => document.fonts.load(face))),
    new Promise((resolve) => setTimeout(resolve, 1000)),
  ]);

/** Undefined until it is there. */
export const useKatex = () => useSyncExternalStore(subscribe, known, known);
const known = () => katex;
