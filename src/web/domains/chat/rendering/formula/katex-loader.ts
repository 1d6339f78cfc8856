import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/ground/listeners.ts';

type Katex = typeof import('katex').default;

let katex: Katex | undefined;
let loading: Promise<void> | undefined;
const { notify: tell, subscribe } = createListeners();

// The server renders whole answers, so it loads KaTeX at the start. A browser loads it when a formula has to
// be rendered there: server-rendered formulas stay as they are.
if (import.meta.env.SSR) katex = (await import('katex')).default;

/** Loads KaTeX ahead of the first answer. */
export function loadKatex() {
  if (katex) return Promise.resolve();
  loading ??= Promise.all([import('katex'), fontsOrOneSecond()])
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

/**
 * The fonts of nearly every formula: without them its lines would move once they arrive. Waits a second at
 * most.
 */
const fontsOrOneSecond = () =>
  Promise.race([
    Promise.allSettled(['1em KaTeX_Main', 'italic 1em KaTeX_Math'].map((font) => document.fonts.load(font))),
    new Promise((resolve) => setTimeout(resolve, 1000)),
  ]);

/** Undefined until it is loaded. */
export const useKatex = () => useSyncExternalStore(subscribe, current, current);
const current = () => katex;
