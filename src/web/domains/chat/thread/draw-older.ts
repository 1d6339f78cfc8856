import { loadKatex } from '../rendering/formula/katex-loader.ts';
import type { DrawOlder } from './thread-store.ts';

/**
 * One portion a frame: the formulas of a whole page of messages take many times as long as a frame lasts, and whoever
 * scrolls would stand still meanwhile. `keepPlace` sees to it that nothing moves.
 */
export const drawOlder =
  (keepPlace: (put: () => void) => void): DrawOlder =>
  async (puts) => {
    // Else they would be drawn twice. It says by itself that it did not come; formulas then show their source.
    await loadKatex().catch(() => {});
    for (const put of puts) {
      await framePainted();
      keepPlace(put);
    }
  };

/** After a frame, and not before it: what is done then has until the next one. */
const framePainted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
