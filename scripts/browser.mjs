// Finds Chromium and Chinese fonts for the browser tests, or installs them with apt-get.
import { findProgram, installPackages } from './programs.mjs';
import { runQuietly, SetupError } from './setup.mjs';

// The headless shell comes first: it runs the same tests in a third less time.
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

/** The path of a browser; also makes sure that a Chinese font is installed. */
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
  // macOS and Windows come with Chinese fonts.
  if (process.platform !== 'linux') return true;
  try {
    const { code, output } = await runQuietly('fc-list', [':lang=zh', 'family']);
    return code === 0 && output.trim() !== '';
  } catch {
    return false;
  }
}
