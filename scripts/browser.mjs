// Chromium and Chinese fonts for the browser tests: found where usual, else installed where that is possible.
import { findProgram, installPackages } from './programs.mjs';
import { runQuietly, SetupError } from './setup.mjs';

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
    await installPackages(missing, {
      purpose: 'The browser tests',
      elsewhere:
        'install Chromium or Google Chrome (or set CHROMIUM_PATH) and a Chinese font such as Noto Sans CJK',
    });
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

export const findBrowser = () => findProgram(commands, { variable: 'CHROMIUM_PATH', otherPaths: macPaths });

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
