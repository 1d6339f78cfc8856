import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';

const args = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Fewer browser processes: loading a page takes a sixth less work.
  ...['--in-process-gpu', '--process-per-site', '--enable-features=NetworkServiceInProcess2'],
];

/**
 * `npm test` runs the tests without a tag: every page, and what one person does there. CI adds the longer
 * tests tagged @ci, such as journeys of several people. The whole run adds those and the rest: failures of
 * every kind, the other language on the other screen size, real speech and real print.
 */
const kinds = {
  quick: { grepInvert: /@whole|@ci|\.whole\.spec/ },
  ci: { grep: /@ci/ },
  whole: { grep: /@whole|@ci|\.whole\.spec/ },
};
const kind = (process.env.BROWSER_TESTS || 'quick') as keyof typeof kinds;
const whole = kind === 'whole';

/** Every Playwright worker loads this file again; the first load passes its ports on in the environment. */
async function portFor(name: string) {
  process.env[name] ??= String(await freePort());
  return Number(process.env[name]);
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** The real server with its own data directory; empty values override this machine's .env. */
function webServer(port: number, environment: Record<string, string> = {}) {
  const fromDefaults = {
    ...{ DATABASE_URL: '', DEMO: '', ROLES: '', PUBLIC_URL: '', CORS_ORIGINS: '' },
    ...{ AI_BASE_URL: '', AI_API_KEY: '', AI_MODEL: '', AI_ENDPOINTS: '' },
    ...{ TURN_URL: '', TURN_SECRET: '', REALTIME_URL: '', REALTIME_API_KEY: '' },
    // Only whole tests use speech. The others need an endpoint configured to show its UI, but never call it.
    ...(whole
      ? { SPEECH_BUILT_IN: '', STT_URL: '', TTS_URL: '' }
      : {
          ...{ SPEECH_BUILT_IN: '0', STT_URL: 'http://127.0.0.1:9/v1' },
          ...{ TTS_URL: 'http://127.0.0.1:9/v1', TTS_VOICES: 'en=alloy,yue=nova,cmn=echo' },
        }),
    ...{ LOCALES: '', LOCALE_DETECTION: '', LOCALE_COOKIE_CROSS_ORIGIN: '', API_BASE: '', API_AI_BASE: '' },
    ...{
      ANALYTICS_CONTAINER_IDS: '',
      SMS_DIAL_CODES: '',
      QR_WEBSITE_URL: '',
      QR_WHATSAPP_URL: '',
      QR_WECHAT_URL: '',
    },
  };
  return {
    command: 'node_modules/.bin/node tests/e2e/serve.ts',
    url: `http://127.0.0.1:${port}/readyz`,
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 } as const,
    env: {
      ...fromDefaults,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '100000',
      // SMS limits apply per network, so each test visitor sends a forwarded address of its own network.
      TRUST_PROXY: '1',
      SMS_FREE_RATE: '1000',
      // The answer still visibly grows, but in a tenth of the time.
      AI_BUILT_IN_WRITING_MS: '200',
      // The tests' push service runs on this machine, which production would refuse.
      PUSH_ANYWHERE: '1',
      QUIET_HOURS: 'none',
      // No commit waits for the disk: tests need no durability after a power cut. PgBouncer refuses this
      // option.
      ...(process.env.TEST_POOLER !== '1' && { PGOPTIONS: '-c synchronous_commit=off' }),
      E2E_RUNNER_PID: String(process.pid),
      ...environment,
    },
  };
}

const port = await portFor('E2E_PORT');
const analyticsPort = await portFor('E2E_ANALYTICS_PORT');
const aiPort = await portFor('E2E_AI_MOCK_PORT');
const turnPort = await portFor('E2E_TURN_PORT');
process.env.E2E_TURN_SECRET ??= randomUUID();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  fullyParallel: true,
  ...kinds[kind],
  // Voice calls mostly wait, so the whole run fits one more worker.
  workers: whole ? 3 : 2,
  retries: 0,
  // Long enough for a machine that is not left alone; a passing test never waits for it.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'zh-HK',
    viewport: { width: 1280, height: 800 },
    // Animations delay clicks and cost 60 frames a second; startup.spec.ts turns them on again.
    contextOptions: { reducedMotion: 'reduce' },
    // Requests of a service worker cannot be intercepted; offline.whole.spec.ts allows it.
    serviceWorkers: 'block',
    trace: 'off',
    // With a reused context a page loads in two thirds of the time.
    reuseContext: true,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args },
  },
  webServer: [
    webServer(port),
    // The other configuration: features that are off by default are on, and lists have several entries.
    webServer(analyticsPort, {
      ...{ ANALYTICS_CONTAINER_IDS: 'GTM-TEST1', SMS_DIAL_CODES: '852,853,86' },
      ...{ AI_BASE_URL: `http://127.0.0.1:${aiPort}/v1`, AI_API_KEY: 'mock', AI_MODEL: 'test-model' },
      E2E_AI_PORT: String(aiPort),
      // voice-relay.spec.ts starts this TURN relay.
      TURN_URL: `turn:127.0.0.1:${turnPort}?transport=udp`,
      TURN_SECRET: process.env.E2E_TURN_SECRET,
    }),
  ],
});
