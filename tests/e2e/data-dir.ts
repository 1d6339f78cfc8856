import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the server on a port keeps its data: the tests reach its database there. */
export const dataDirOf = (port: string | undefined) => join(tmpdir(), `mingshi-e2e-${port}`);
