// npm test: installs, lints, builds and tests, from a fresh clone on. Tests that need the machine for themselves are
// npm run test:whole (with --selection: one test of each kind). The last line of a good run is "N passed, 0 failed".
// npm run test:cluster is npm test with PgBouncer in front of the database and files in an S3 bucket.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallBrowser } from './browser.mjs';
import { findOrInstallDatabasePrograms } from './database-programs.mjs';
import {
  bundledNode,
  ensureBuilt,
  ensureInstalled,
  packageBin,
  root,
  run,
  runQuietly,
  runScript,
  SetupError,
  seconds,
} from './setup.mjs';
import { findOrInstallVoicePrograms } from './voice-programs.mjs';
import { wholeSelection } from './whole-selection.mjs';

const isWhole = process.argv.includes('--whole');
const isSelection = process.argv.includes('--selection');
if (process.argv.includes('--cluster')) Object.assign(process.env, { TEST_POOLER: '1', TEST_S3: '1' });
const reports = mkdtempSync(join(tmpdir(), 'mingshi-reports-'));
const playwrightReport = join(reports, 'playwright.json');

const timings = [];

async function step(name, work) {
  console.log(`\n── ${name}`);
  const startedAt = Date.now();
  try {
    await work();
  } catch (error) {
    const lines = [...timings, `✗ ${name}  ${seconds(startedAt)}`];
    const reason = error instanceof SetupError ? error.message : error.stack;
    throw new SetupError(`${lines.join('\n')}\n\n${name}: ${reason}`);
  }
  timings.push(`✓ ${name}  ${seconds(startedAt)}`);
}

async function tool(packageName, command, args, env = {}) {
  // Servers and commands that tests start share Node's compile cache.
  const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };
  const code = await run(bundledNode, [packageBin(packageName, command), ...args], {
    env: { ...compiled, ...process.env, ...env },
  });
  if (code !== 0) throw new SetupError(`failed with exit code ${code}; its output above says where.`);
}

/** Runs a tool in parallel with others: prints its output only if it fails. */
async function quietly(packageName, command, args) {
  const { code, output } = await runQuietly(bundledNode, [packageBin(packageName, command), ...args]);
  if (code !== 0) throw new SetupError(`failed with exit code ${code}.\n${output}`);
}

/** Checks the architecture rules; always prints the counts. */
async function architectureRules() {
  const { code, output } = await runQuietly(bundledNode, [join(root, 'scripts/architecture-rules.mjs')]);
  if (code !== 0) throw new SetupError(`the house failed with exit code ${code}.\n${output}`);
  console.log(output.trim());
}

/** Waits for all steps, so that none is still running after the result is printed. */
async function together(...steps) {
  const failed = (await Promise.allSettled(steps)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/** The number of passed tests. Throws if a test failed, or if none ran. */
function count(report, read) {
  const { passed, failed } = read(JSON.parse(readFileSync(report, 'utf8')));
  if (failed > 0 || passed === 0) throw new SetupError(`${passed} passed, ${failed} failed.`);
  return passed;
}

async function vitest(projects, args = []) {
  const report = join(reports, `${projects.join('-')}.json`);
  await tool('vitest', 'vitest', [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ]);
  return count(report, (it) => ({ passed: it.numPassedTests, failed: it.numFailedTests }));
}

/** Unit and API test files in which a test has the tag `whole`: the others need not be loaded to find none. */
const taggedFiles = () =>
  readdirSync(join(root, 'src'), { recursive: true })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join('src', file))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("tags: ['whole']"));

let passed = 0;

async function browserTests(kind = 'quick') {
  await tool('@playwright/test', 'playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    BROWSER_TESTS: kind,
  });
  passed += count(playwrightReport, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }));
}

await runScript(async () => {
  try {
    await step('install', ensureInstalled);
    await step('browser', async () => {
      process.env.CHROMIUM_PATH = await findOrInstallBrowser();
    });
    await step('voice programs', async () => {
      const { espeak, turnserver } = await findOrInstallVoicePrograms();
      Object.assign(process.env, { ESPEAK_PATH: espeak, TURNSERVER_PATH: turnserver });
    });
    await step('database programs', async () => {
      const { pgbouncer, openssl } = await findOrInstallDatabasePrograms();
      Object.assign(process.env, { PGBOUNCER_PATH: pgbouncer, OPENSSL_PATH: openssl });
    });
    if (isWhole) {
      await step('build', ensureBuilt);
      await step(isSelection ? 'a selection of the whole tests' : 'whole tests', async () => {
        passed += await vitest(['whole'], isSelection ? wholeSelection : []);
      });
      if (!isSelection)
        await step('unit and API tests that take long', async () => {
          passed += await vitest(['unit', 'api'], ['--tags-filter=whole', ...taggedFiles()]);
        });
      if (isSelection) await step('longer browser tests', () => browserTests('ci'));
      else await step('the rest of the browser tests', () => browserTests('whole'));
    } else {
      await together(
        step('lint', async () => {
          await quietly('@biomejs/biome', 'biome', ['check', '--error-on-warnings']);
          await quietly('knip', 'knip', ['--treat-config-hints-as-errors']);
          await architectureRules();
        }),
        step('types', async () => {
          await quietly('@react-router/dev', 'react-router', ['typegen']);
          await quietly('typescript', 'tsc', ['--noEmit']);
          await quietly('typescript', 'tsc', ['--noEmit', '-p', 'src/web/service-worker']);
        }),
        step('build', ensureBuilt),
      );
      await step('unit and API tests', async () => {
        passed += await vitest(['unit', 'api'], ['--tags-filter=!whole']);
      });
      await step('browser tests', () => browserTests());
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`\n${timings.join('\n')}\n\n${passed} passed, 0 failed`);
});
