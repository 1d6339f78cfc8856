// Programs of the machine that the tests need: found where usual, else installed where that is possible.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, SetupError } from './setup.mjs';

/** The path of the first of `commands` that is there; `variable` may name it instead. */
export function findProgram(commands, { variable, otherPaths = [] }) {
  const given = process.env[variable];
  if (given) {
    if (isExecutable(given)) return given;
    throw new SetupError(`${variable}=${given} is not a program; correct it, or unset it to search.`);
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

/** By apt-get, where this is Debian and we may; else a sentence that says what to do. */
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

/** What `look` finds, by name; what is missing is installed first, by the name of its package where that is another. */
export async function findOrInstall(look, { purpose, packages = {}, elsewhere }) {
  const missing = (found) => Object.keys(found).filter((name) => found[name] === undefined);
  const wanted = missing(look()).map((name) => packages[name] ?? name);
  if (wanted.length > 0)
    await installPackages(wanted, { purpose, elsewhere: elsewhere ?? `install ${wanted.join(', ')}` });
  const found = look();
  if (missing(found).length > 0) throw new SetupError(`apt-get did not bring ${missing(found).join(', ')}.`);
  return found;
}
