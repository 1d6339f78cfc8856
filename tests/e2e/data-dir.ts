import { join } from 'node:path';
import { quickDir } from '../quick-dir.ts';

/** Where the server of a port keeps its state, so that a test can run a command on it. */
export const dataDirOf = (port = '') => join(quickDir(), `mingshi-e2e-${port}`);
