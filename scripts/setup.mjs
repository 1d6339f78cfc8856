// Shared by start.mjs and test.mjs. Plain JavaScript without dependencies: it runs on the system's Node before
// anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node that package.json pins; it runs everything but these scripts. */
export const bundledNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** The inputs of the web build. */
const buildInputs = [
  'src/web',
  'src/shared',
  'src/engine',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];
const stampFile = join(root, 'build/.stamp');

/** A failure that the user at the terminal can fix: printed without a stack trace. */
export class SetupError extends Error {}

/** Runs a script's main function in the project's root; a failure prints its message and exits with 1. */
export async function runScript(main) {
  process.chdir(root);
  try {
    await main();
  } catch (error) {
    console.error(error instanceof SetupError ? `\n${error.message}` : error);
    process.exit(1);
  }
}

/** Runs npm ci in a folder whose node_modules do not match its lockfile. */
export async function ensureInstalled(folder = root) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new SetupError(`This is Node ${process.versions.node}; install Node 20 or newer and try again.`);
  }
  const reason = staleInstall(folder);
  if (!reason) return;
  console.log(`Installing packages (${reason}) …`);
  const npm = process.env.npm_execpath;
  const [file, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const code = await run(file, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  const rest = code === 0 ? staleInstall(folder) : undefined;
  if (code !== 0 || rest) {
    throw new SetupError(
      `npm ci failed (${rest ?? `exit code ${code}`}): see its message above, check the network, and try again.`,
    );
  }
}

/** Why node_modules does not match package-lock.json, or undefined if it does. */
export function staleInstall(folder = root) {
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages;
  if (!wanted) throw new SetupError('package-lock.json is missing or broken; restore it with git checkout.');
  const installed = readJson(join(folder, 'node_modules/.package-lock.json'))?.packages;
  if (!installed) return 'node_modules is missing';
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    if (path === '' || (!installed[path] && optional)) continue;
    if (!installed[path]) return `${path} is missing`;
    if (installed[path].version !== version) return `${path} is not at ${version}`;
  }
  if (folder === root && !existsSync(bundledNode)) return 'node_modules/node is incomplete';
  return undefined;
}

function readJson(path) {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

export async function ensureBuilt() {
  const hash = hashOf(buildInputs);
  const built = existsSync(join(root, 'build/server/index.js')) && existsSync(join(root, 'build/client'));
  if (built && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;
  process.stdout.write('Building the web … ');
  const startedAt = Date.now();
  const { code, output } = await runQuietly(bundledNode, [packageBin('@react-router/dev'), 'build'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code !== 0) {
    throw new SetupError(
      `${output}\nThe build failed: see above; after a change of yours, "npm run types" tells more.`,
    );
  }
  writeFileSync(stampFile, hash);
  console.log(seconds(startedAt));
}

/** One hash over names and contents, the same on every machine. */
export function hashOf(paths, folder = root) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
      return;
    }
    const content = readFileSync(path);
    hash.update(`${relative(folder, path)}\0${content.length}\0`).update(content);
  };
  for (const path of paths) add(join(folder, path));
  return hash.digest('hex');
}

/** The script of a package's command. The links in node_modules/.bin would run it with the system's Node. */
export function packageBin(packageName, command) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = readJson(join(folder, 'package.json'));
  const path = typeof bin === 'string' ? bin : (bin[command] ?? Object.values(bin)[0]);
  return join(folder, path);
}

/** Runs a command with its output shown; resolves with its exit code. */
export function run(file, args, options = {}) {
  return untilClosed(spawn(file, args, { stdio: 'inherit', ...options }));
}

/** Runs a command with its output hidden; resolves with its exit code and output. */
export async function runQuietly(file, args, options = {}) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await untilClosed(child);
  return { code, output };
}

/** Waits for the command to end, and passes signals on so that it does not outlive this process. */
async function untilClosed(child) {
  const pass = (signal) => child.kill(signal);
  // The terminal sends Ctrl-C to the command as well; a second SIGINT from here would make it skip its clean-up.
  const ignore = () => {};
  process.on('SIGTERM', pass).on('SIGHUP', pass).on('SIGINT', ignore);
  try {
    return await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve(code ?? signal));
    });
  } finally {
    process.off('SIGTERM', pass).off('SIGHUP', pass).off('SIGINT', ignore);
  }
}

export function seconds(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}
