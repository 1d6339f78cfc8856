/** Measures answer times inside a browser page on a call: from when its microphone falls silent to the first sound. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { openEspeak } from '../../src/server/domains/voice/speech/espeak.ts';

const rate = 48_000;
/** Long enough for the whole answer, so that the tutor is not interrupted. */
const pauseSeconds = 14;

type Options = { origin: string; userId: number; turns: number };

export async function answerTimes({ origin, userId, turns }: Options): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-voice-page-'));
  const wav = join(folder, 'microphone.wav');
  await writeFile(wav, await microphone());
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${wav}`,
      '--autoplay-policy=no-user-gesture-required',
      '--no-sandbox',
    ],
  });
  try {
    const page = await browser.newPage();
    // Any response gives the page the server's origin; the microphone needs a secure origin, as localhost is.
    await page.goto(`${origin}/api_ai_jp/realtime/voice_list`);
    return await page.evaluate(measure, {
      userId,
      turns,
      longestMs: (turns + 4) * (pauseSeconds + 4) * 1000,
    });
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
}

async function microphone(): Promise<Buffer> {
  const espeak = await openEspeak();
  if (!espeak) throw new Error('espeak-ng is needed for this');
  const pieces: Float32Array[] = [new Float32Array(rate)];
  for await (const piece of espeak.speak('Hello how are you today', 'espeak-en', AbortSignal.timeout(20_000)))
    pieces.push(piece);
  await espeak.close();
  pieces.push(new Float32Array(pauseSeconds * rate));
  const samples = pieces.flatMap((piece) => [...piece]);
  const data = Buffer.alloc(44 + samples.length * 2);
  data.write('RIFF', 0);
  data.writeUInt32LE(36 + samples.length * 2, 4);
  data.write('WAVEfmt ', 8);
  for (const [value, at] of [
    [16, 16],
    [rate, 24],
    [rate * 2, 28],
    [samples.length * 2, 40],
  ] as const)
    data.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    data.writeUInt16LE(value, at);
  data.write('data', 36);
  for (const [i, sample] of samples.entries())
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + i * 2);
  return data;
}

/** Runs inside the page. */
async function measure({ userId, turns, longestMs }: { userId: number; turns: number; longestMs: number }) {
  const raw = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  const stream = await navigator.mediaDevices.getUserMedia({ audio: raw });
  const peer = new RTCPeerConnection();
  for (const track of stream.getTracks()) peer.addTrack(track, stream);
  peer.createDataChannel('oai-events');
  const remote = new Promise<MediaStream>((resolve) => {
    peer.ontrack = ({ track }) => resolve(new MediaStream([track]));
  });
  await peer.setLocalDescription(await peer.createOffer());
  const response = await fetch('/api_ai_jp/realtime/answer_sdp?end_silence_ms=480', {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'x-caller': JSON.stringify({ id: userId, face: 'ai' }) },
    body: peer.localDescription?.sdp ?? '',
  });
  const sdp = await response.text();
  if (!response.ok) throw new Error(sdp);
  await peer.setRemoteDescription({ type: 'answer', sdp });
  const received = await remote;
  // Chromium passes a call's audio to an AudioContext only while an element plays it.
  const player = new Audio();
  player.srcObject = received;
  player.muted = true;
  await player.play();
  const context = new AudioContext();
  const levelOf = (source: MediaStream) => {
    const analyser = new AnalyserNode(context, { fftSize: 512 });
    context.createMediaStreamSource(source).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    return () => {
      analyser.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    };
  };
  const [own, tutor] = [levelOf(stream), levelOf(received)];
  const found: number[] = [];
  /** A shorter silence is a pause between two words. */
  const pauseMs = 200;
  let [spokeAt, soundedAt] = [0, 0];
  let isAnswered = true;
  let isClean = true;
  const until = performance.now() + longestMs;
  while (found.length < turns && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const now = performance.now();
    const isSounding = tutor() > 0.003;
    if (own() > 0.01) {
      // If the tutor is still audible, the rest of that answer would count as the new answer.
      isClean = (isAnswered || isClean) && now - soundedAt > pauseMs;
      spokeAt = now;
      isAnswered = false;
    } else if (isSounding && !isAnswered && now - spokeAt > pauseMs) {
      isAnswered = true;
      if (isClean) found.push(now - spokeAt);
    }
    if (isSounding) soundedAt = now;
  }
  peer.close();
  return found;
}
