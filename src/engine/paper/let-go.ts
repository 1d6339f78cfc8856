/**
 * Frees the pixels of pages that are over, in the thread that calls it. V8 collects a thread that allocates, and counts no
 * shared memory at all (BackingStore::PerIsolateAccountingLength answers 0). Threads that work on pages allocate little but
 * pixels: left to themselves they would hold those of several pages until by chance something else fills up.
 */
import { setImmediate as afterMessages } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export async function letGo() {
  // A message is held while whatever it set off runs.
  await afterMessages();
  collect();
}
