import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** Path of a file in an installed package, even if the package does not export it. */
export function packageFile(name: string, ...path: string[]) {
  const found = findPackageJSON(name, import.meta.url);
  if (!found) throw new Error(`${name} is not installed`);
  return join(dirname(found), ...path);
}
