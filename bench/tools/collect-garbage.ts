import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Now, and whole: what is held afterwards is held by somebody. */
export const collectGarbage: () => void = runInNewContext('gc');
