import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';

/**
 * The keys of the data folder belong to its backup: without them no number in it can be read. Keys of the configuration
 * are kept where the configuration is.
 */
export async function keysFileOf({ phoneKeys, dataDir }: Config): Promise<Buffer | undefined> {
  const path = join(dataDir, 'keys.json');
  return phoneKeys || !existsSync(path) ? undefined : readFile(path);
}
