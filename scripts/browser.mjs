// Chromium and Chinese fonts for the browser tests: found where usual, else installed where that is possible.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, runQuietly, SetupError } from './setup.mjs';

// The first needs a third less time for the same tests: it has no window to keep.
const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a browser on a machine that can also draw Chinese. */
export async function findOrInstallBrowser() {
  const missing = await missingPackages();
  if (missing.length > 0) {
    await install(missing);
    const still = await missingPackages();
    if (still.length > 0) throw new SetupError(`apt-get did not bring ${still.join(' and ')}.`);
  }
  return findBrowser();
}

async function missingPackages() {
  return [
    ...(findBrowser() ? [] : ['chromium-headless-shell']),
    ...((await hasChineseFont()) ? [] : ['fonts-noto-cjk', 'fontconfig']),
  ];
}

function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (isExecutable(given)) return given;
    throw new SetupError(`CHROMIUM_PATH=${given} is not a program; correct it, or unset it to search.`);
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'].filter(
    Boolean,
  );
  const candidates = [
    ...folders.flatMap((folder) => commands.map((command) => join(folder, command))),
    ...macPaths,
  ];
  return candidates.find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function hasChineseFont() {
  // Both other systems bring Chinese fonts.
  if (process.platform !== 'linux') return true;
  try {
    const { code, output } = await runQuietly('fc-list', [':lang=zh', 'family']);
    return code === 0 && output.trim() !== '';
  } catch {
    return false;
  }
}

async function install(packages) {
  const apt = existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');
  if (!apt || process.getuid?.() !== 0) {
    const how = apt
      ? `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`
      : 'install Chromium or Google Chrome (or set CHROMIUM_PATH) and a Chinese font such as Noto Sans CJK';
    throw new SetupError(
      `The browser tests need ${packages.join(', ')}. Run this, then npm test again:\n\n  ${how}`,
    );
  }
  console.log(`Installing ${packages.join(', ')} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const code =
    (await run('apt-get', ['update', '-q'], { env })) ||
    (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env }));
  if (code !== 0) throw new SetupError(`apt-get failed (${code}); see its message above.`);
}
