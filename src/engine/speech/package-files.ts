import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** A file of a package whose exports do not name it. */
export function packageFile(name: string, ...path: string[]) {
  const found = findPackageJSON(name, import.meta.url);
  if (!found) throw new Error(`${name} is not installed`);
  return join(dirname(found), ...path);
}
