import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import { newNetwork } from './people.ts';

const rate = 22_050;
const folder = mkdtempSync(join(tmpdir(), 'mingshi-voice-'));

/** What a microphone hears: words, and milliseconds of silence. */
export type Heard = (string | number)[];

/** Speech as espeak-ng says it: 16 bits, mono. */
function spoken(words: string): Buffer {
  const { stdout, status, stderr } = spawnSync('espeak-ng', ['-v', 'en-gb', '-s', '145', '--stdout', words], {
    maxBuffer: 32 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`espeak-ng: ${stderr}`);
  const header = stdout.indexOf('data');
  return stdout.subarray(header + 8);
}

/** A wave file of what is heard, in that order. */
function waveOf(heard: Heard): string {
  const sound = Buffer.concat(
    heard.map((part) =>
      typeof part === 'string' ? spoken(part) : Buffer.alloc(2 * Math.round((part / 1000) * rate)),
    ),
  );
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + sound.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(2 * rate, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(sound.length, 40);
  const file = join(folder, `${Date.now()}-${Math.random().toString(36).slice(2)}.wav`);
  writeFileSync(file, Buffer.concat([header, sound]));
  return file;
}

export type Microphone = {
  /** Played once from when the page opens the microphone. Undefined: there is none. */
  heard: Heard | undefined;
  isAllowed?: boolean;
};

/** A browser with a microphone that hears what the test wants; each test closes its own. */
export async function browserHearing({ heard, isAllowed = true }: Microphone): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      ...[
        '--no-sandbox',
        '--disable-quic',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
      ],
      ...(heard
        ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${waveOf(heard)}%noloop`]
        : []),
      `--use-fake-ui-for-media-stream${isAllowed ? '' : '=deny'}`,
    ],
  });
}

export async function pageIn(browser: Browser, baseURL = '', options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    ...{ baseURL, locale: 'en-HK', viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' as const },
    extraHTTPHeaders: newNetwork(),
    ...options,
  });
  await context.addCookies([{ name: 'consent', value: 'denied', url: baseURL }]);
  const page = await context.newPage();
  // People sign up at the server that they see.
  await page.goto('/robots.txt');
  return page;
}

/** A server is ready before its voices are: they are in a process of their own. */
export const voicesThere = (baseURL = '') =>
  expect
    .poll(
      async () => (await (await fetch(`${baseURL}/api_ai_jp/realtime/voice_list`)).json()).data.list.length,
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);

type Watched = {
  peers: RTCPeerConnection[];
  events: ({ at: number; type: string } & Record<string, unknown>)[];
  /** The tutor's loudness, every 20 ms. */
  sound: { at: number; rms: number }[];
};
declare global {
  interface Window {
    watched: Watched;
  }
}

/** Watches the page's connections from outside: its events, and the sound that really arrives. */
export const watchCalls = (page: Page, { onlyRelay = false } = {}) =>
  page.addInitScript((isRelay) => {
    const watched: Watched = { peers: [], events: [], sound: [] };
    window.watched = watched;
    const Native = RTCPeerConnection;
    window.RTCPeerConnection = class extends Native {
      constructor(configuration: RTCConfiguration = {}) {
        super(isRelay ? { ...configuration, iceTransportPolicy: 'relay' } : configuration);
        watched.peers.push(this);
        this.addEventListener('track', ({ streams, track }) => {
          const context = new AudioContext();
          const analyser = context.createAnalyser();
          analyser.fftSize = 1024;
          context.createMediaStreamSource(streams[0] ?? new MediaStream([track])).connect(analyser);
          const samples = new Float32Array(analyser.fftSize);
          setInterval(() => {
            analyser.getFloatTimeDomainData(samples);
            const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
            watched.sound.push({ at: performance.now(), rms: Math.sqrt(power) });
          }, 20);
        });
      }
      override createDataChannel(label: string, options?: RTCDataChannelInit) {
        const channel = super.createDataChannel(label, options);
        channel.addEventListener('message', ({ data }) => {
          watched.events.push({ at: performance.now(), ...JSON.parse(data) });
        });
        return channel;
      }
    };
  }, onlyRelay);

export const eventsOf = (page: Page, type: string) =>
  page.evaluate((wanted) => window.watched.events.filter((event) => event.type === wanted), type);

/** Loud enough to be a voice. */
export const audible = 0.01;

export const loudest = (page: Page) =>
  page.evaluate(() => Math.max(0, ...window.watched.sound.map(({ rms }) => rms)));

/** How much sound the page has sent in its last call. */
export const packetsSent = (page: Page) =>
  page.evaluate(async () => {
    let packets = 0;
    (await window.watched.peers.at(-1)?.getStats())?.forEach((stat) => {
      if (stat.type === 'outbound-rtp') packets += stat.packetsSent;
    });
    return packets;
  });

/** What the way in use is: `host`, `relay` … */
export const wayOf = (page: Page) =>
  page.evaluate(async () => {
    const peer = window.watched.peers.at(-1);
    const stats = new Map<string, Record<string, unknown>>();
    // biome-ignore lint/suspicious/useIterableCallbackReturn: a report of statistics is no array
    (await peer?.getStats())?.forEach((stat) => stats.set(stat.id, stat));
    const pair = [...stats.values()].find((stat) => stat.type === 'candidate-pair' && stat.nominated);
    return stats.get(String(pair?.localCandidateId))?.candidateType;
  });
