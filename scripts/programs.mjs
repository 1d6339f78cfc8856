// Finds the system programs that the tests need, or installs them with apt-get.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, SetupError } from './setup.mjs';

/** The path of the first of `commands` that is installed; the environment variable `variable` overrides it. */
export function findProgram(commands, { variable, otherPaths = [] }) {
  const override = process.env[variable];
  if (override) {
    if (isExecutable(override)) return override;
    throw new SetupError(`${variable}=${override} is not a program; correct it, or unset it to search.`);
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'].filter(
    Boolean,
  );
  const candidates = folders.flatMap((folder) => commands.map((command) => join(folder, command)));
  return [...candidates, ...otherPaths].find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs with apt-get on Debian as root; else throws an error that says what to install. */
export async function installPackages(packages, { purpose, elsewhere }) {
  const apt = existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');
  if (!apt || process.getuid?.() !== 0) {
    const how = apt
      ? `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`
      : elsewhere;
    throw new SetupError(
      `${purpose} need ${packages.join(', ')}. Run this, then npm test again:\n\n  ${how}`,
    );
  }
  console.log(`Installing ${packages.join(', ')} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const code =
    (await run('apt-get', ['update', '-q'], { env })) ||
    (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env }));
  if (code !== 0) throw new SetupError(`apt-get failed (${code}); see its message above.`);
}

/**
 * Returns the paths that `find` finds, by name. Installs missing programs first; `packages` maps names to packages.
 */
export async function findOrInstall(find, { purpose, packages = {}, elsewhere }) {
  const missing = (found) => Object.keys(found).filter((name) => found[name] === undefined);
  const missingPackages = missing(find()).map((name) => packages[name] ?? name);
  if (missingPackages.length > 0)
    await installPackages(missingPackages, {
      purpose,
      elsewhere: elsewhere ?? `install ${missingPackages.join(', ')}`,
    });
  const found = find();
  if (missing(found).length > 0) throw new SetupError(`apt-get did not bring ${missing(found).join(', ')}.`);
  return found;
}
