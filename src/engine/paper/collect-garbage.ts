/**
 * Garbage-collects the calling thread, to free the pixels of finished pages. V8 collects only when a thread
 * allocates, and does not count shared memory at all (BackingStore::PerIsolateAccountingLength returns 0).
 * Threads that process pages allocate little but pixels, so without this they would keep the pixels of
 * several pages until something else happened to fill the heap.
 */
import { setImmediate as afterMessages } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export async function collectGarbage() {
  // A message stays referenced while its handler runs, so wait for the next turn of the event loop.
  await afterMessages();
  collect();
}
