import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** A full garbage collection: what remains afterwards is still referenced. */
export const collectGarbage: () => void = runInNewContext('gc');
