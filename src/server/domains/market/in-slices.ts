import { setImmediate as others } from 'node:timers/promises';

/** Nobody else waits longer than about this for what is done here. */
const sliceMs = 8;

/** Does the work for each item, letting others in between. */
export async function inSlices<Item>(items: Iterable<Item>, work: (item: Item) => void) {
  let begun = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - begun < sliceMs) continue;
    await others();
    begun = performance.now();
  }
}
