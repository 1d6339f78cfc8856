import { join } from 'node:path';
import { quickDir } from '../quick-dir.ts';

/** The data directory of the server on a port, so that a test can run a command on it. */
export const dataDirOf = (port = '') => join(quickDir(), `mingshi-e2e-${port}`);
