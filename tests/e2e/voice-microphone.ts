import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import { newNetwork } from './people.ts';

const rate = 22_050;
const waveFolder = mkdtempSync(join(tmpdir(), 'mingshi-voice-'));

/** The input of a microphone: text to speak, and milliseconds of silence. */
export type MicrophoneInput = (string | number)[];

/** Speech synthesised by espeak-ng: 16 bits, mono. */
function synthesise(words: string): Buffer {
  const { stdout, status, stderr } = spawnSync('espeak-ng', ['-v', 'en-gb', '-s', '145', '--stdout', words], {
    maxBuffer: 32 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`espeak-ng: ${stderr}`);
  const header = stdout.indexOf('data');
  return stdout.subarray(header + 8);
}

/** Writes a wave file of the given parts, in order. */
function waveOf(heard: MicrophoneInput): string {
  const sound = Buffer.concat(
    heard.map((part) =>
      typeof part === 'string' ? synthesise(part) : Buffer.alloc(2 * Math.round((part / 1000) * rate)),
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
  const file = join(waveFolder, `${Date.now()}-${Math.random().toString(36).slice(2)}.wav`);
  writeFileSync(file, Buffer.concat([header, sound]));
  return file;
}

export type Microphone = {
  /** Played once from when the page opens the microphone. Undefined: the device has no microphone. */
  heard: MicrophoneInput | undefined;
  isAllowed?: boolean;
};

/** Starts a browser with a fake microphone that plays `heard`; each test closes its own. */
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
  // Users sign up on the server they are on.
  await page.goto('/robots.txt');
  return page;
}

/** The server is ready before its voices, which run in a separate process. */
export const voicesThere = (baseURL = '') =>
  expect
    .poll(
      async () => (await (await fetch(`${baseURL}/api_ai_jp/realtime/voice_list`)).json()).data.list.length,
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);

type CallRecord = {
  peers: RTCPeerConnection[];
  events: ({ at: number; type: string } & Record<string, unknown>)[];
  /** The tutor's loudness, every 20 ms. */
  sound: { at: number; rms: number }[];
};
declare global {
  interface Window {
    watched: CallRecord;
  }
}

/** Records the page's WebRTC connections: their events, and the loudness of the received audio. */
export const watchCalls = (page: Page, { onlyRelay = false } = {}) =>
  page.addInitScript((isRelay) => {
    const watched: CallRecord = { peers: [], events: [], sound: [] };
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

/** How many audio packets the page has sent in its last call. */
export const packetsSent = (page: Page) =>
  page.evaluate(async () => {
    let packets = 0;
    (await window.watched.peers.at(-1)?.getStats())?.forEach((stat) => {
      if (stat.type === 'outbound-rtp') packets += stat.packetsSent;
    });
    return packets;
  });

/** The candidate type of the connection in use: `host`, `relay` … */
export const wayOf = (page: Page) =>
  page.evaluate(async () => {
    const peer = window.watched.peers.at(-1);
    const stats = new Map<string, Record<string, unknown>>();
    // biome-ignore lint/suspicious/useIterableCallbackReturn: a statistics report is not an array
    (await peer?.getStats())?.forEach((stat) => stats.set(stat.id, stat));
    const pair = [...stats.values()].find((stat) => stat.type === 'candidate-pair' && stat.nominated);
    return stats.get(String(pair?.localCandidateId))?.candidateType;
  });
