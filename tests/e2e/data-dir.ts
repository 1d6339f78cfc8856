import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the server of a port keeps its state, so that a test can run a command on it. */
export const dataDirOf = (port = '') => join(tmpdir(), `mingshi-e2e-${port}`);
