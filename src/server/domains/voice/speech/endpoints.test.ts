/** Both endpoints against local test servers that follow the protocol, and against ones that do not. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { rms } from '#engine/speech/loudness.ts';
import { readWav, writeWav } from '#engine/speech/wav.ts';
import { createHttpRecogniser } from './http-recogniser.ts';
import { createHttpSpeaker } from './http-speaker.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown;

let testServer: Server | undefined;
afterEach(() => {
  testServer?.closeAllConnections();
  testServer?.close();
  testServer = undefined;
});

async function serve(answer: Answer) {
  const listening = Promise.withResolvers<void>();
  testServer = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    await answer(request, response, Buffer.concat(pieces));
  }).listen(0, '127.0.0.1', () => listening.resolve());
  await listening.promise;
  return `http://127.0.0.1:${(testServer.address() as AddressInfo).port}/v1`;
}

/** Longer than a busy machine needs. */
const longTimeoutMs = 20_000;
const never = () => new AbortController().signal;
const tone = (rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, i) => Math.sin(i / 10) / 2);

const recogniser = (baseUrl: string, timeoutMs = longTimeoutMs) =>
  createHttpRecogniser({
    ...{ baseUrl, apiKey: 'sk-test', model: 'whisper-test', timeoutMs },
    languages: [
      { language: 'yue', code: 'yue' },
      { language: 'cmn', code: 'zh' },
    ],
  });

describe('a transcriptions endpoint', () => {
  const recording = tone(16_000, 0.5);

  it('gets a WAV, the model, the language code and the API key', async () => {
    const requests: { url: string | undefined; key: string | undefined; form: FormData }[] = [];
    const url = await serve(async ({ url, headers }, response, body) => {
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData();
      requests.push({ url, key: headers.authorization, form });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ text: ' 二加二等於四。\u0000\n' }));
    });
    const stt = recogniser(url);
    expect(stt.languages).toEqual(['yue', 'cmn']);
    expect(await stt.recognise(recording, 'cmn', never())).toBe('二加二等於四。');
    const [{ form, ...request }] = requests as [(typeof requests)[number]];
    expect(request).toEqual({ url: '/v1/audio/transcriptions', key: 'Bearer sk-test' });
    expect([form.get('model'), form.get('language')]).toEqual(['whisper-test', 'zh']);
    const { samples, rate } = readWav(new Uint8Array(await (form.get('file') as File).arrayBuffer()));
    expect([samples.length, rate]).toEqual([8000, 16_000]);
    expect(rms(samples)).toBeCloseTo(rms(recording), 3);
    await expect(stt.recognise(recording, 'en', never())).rejects.toMatchObject({ problem: 'unavailable' });
  });

  const json =
    (body: string): Answer =>
    (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(body);
    };
  const failures: [string, string, Answer][] = [
    ['refuses', 'refused', (_, response) => response.writeHead(401).end('{"error":"sk-test"}')],
    ['is overloaded', 'busy', (_, response) => response.writeHead(429).end()],
    [
      'redirects',
      'unavailable',
      ({ url }, response) =>
        // If the redirect were followed, this would look like an answer.
        url === '/x' ? response.end('{"text":"stolen"}') : response.writeHead(302, { location: '/x' }).end(),
    ],
    [
      'breaks the connection',
      'unavailable',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"text":');
        response.socket?.destroy();
      },
    ],
    ['is slow to start answering', 'slow', () => sleep(2000)],
    ['is slow to finish', 'slow', (_, response) => response.writeHead(200).write('{"text":')],
    ['sends HTML', 'garbled', (_, response) => response.end('<html>')],
    ['sends a number as text', 'garbled', json('{"text":5}')],
    ['sends null', 'garbled', json('null')],
    ['sends a text that is too long', 'garbled', json(JSON.stringify({ text: 'a'.repeat(9000) }))],
    [
      'never stops sending',
      'garbled',
      (_, response) => {
        const pour = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          response.once('drain', pour);
        };
        pour();
      },
    ],
  ];
  it.each(failures)('that %s is reported as %s, without the API key', async (_, problem, answer) => {
    const stt = recogniser(await serve(answer), problem === 'slow' ? 400 : longTimeoutMs);
    const error = await stt.recognise(recording, 'yue', never()).catch((reason: Error) => reason);
    expect(error).toMatchObject({ name: 'SpeechError', problem });
    expect(String((error as Error).message)).not.toContain('sk-test');
  });

  it.each([
    'Thanks for watching!',
    ' Thank you for watching. ',
    '字幕由 Amara.org 社群提供',
    '字幕志愿者 李宗盛',
    '請不吝點贊 訂閱 轉發 打賞支持明鏡與點點欄目',
    '多謝您的觀看。',
    '謝謝觀看',
    'Subtitles by the Amara.org community',
    '♪♪',
  ])('whose model invents “%s” from noise gives an empty transcript', async (text) => {
    const stt = recogniser(await serve(json(JSON.stringify({ text }))));
    expect(await stt.recognise(recording, 'yue', never())).toBe('');
  });

  it.each(['多謝你！', '我想睇字幕', 'Thank you.', '我在看一部電影，謝謝'])(
    'keeps the real transcript “%s”',
    async (text) => {
      const stt = recogniser(await serve(json(JSON.stringify({ text }))));
      expect(await stt.recognise(recording, 'yue', never())).toBe(text);
    },
  );

  it('that cannot be reached is reported as unavailable, and an aborting caller gets its own reason', async () => {
    const gone = await serve(() => undefined);
    testServer?.close();
    await expect(recogniser(gone).recognise(recording, 'yue', never())).rejects.toMatchObject({
      problem: 'unavailable',
    });
    const received = Promise.withResolvers<void>();
    const stt = recogniser(await serve(() => received.resolve()));
    const leave = new AbortController();
    const waiting = stt.recognise(recording, 'yue', leave.signal);
    await received.promise;
    leave.abort(new Error('spoke on'));
    await expect(waiting).rejects.toThrow('spoke on');
  });
});

describe('a speech endpoint', () => {
  const speaker = (baseUrl: string, format: 'wav' | 'pcm' = 'wav', timeoutMs = longTimeoutMs) =>
    createHttpSpeaker({
      ...{ baseUrl, apiKey: undefined, model: 'tts-test', timeoutMs, format },
      voices: [
        { language: 'en', voice: 'alloy' },
        { language: 'yue', voice: 'nova' },
      ],
    });
  async function collect(pieces: AsyncIterable<Float32Array>) {
    const all: number[] = [];
    for await (const piece of pieces) all.push(...piece);
    return Float32Array.from(all);
  }
  const pcm = (samples: Float32Array) => writeWav(samples, 24_000).subarray(44);

  it('gets the text and the voice, and its WAV is resampled to the rate of calls', async () => {
    let received: unknown;
    const url = await serve(({ url: path }, response, body) => {
      received = { path, ...JSON.parse(body.toString()) };
      response.setHeader('content-type', 'audio/wav');
      response.end(writeWav(tone(24_000, 0.5), 24_000));
    });
    const tts = speaker(url);
    expect(tts.voices).toEqual([
      { id: 'en-alloy', name: 'English · alloy', language: 'en', is_basic: false },
      { id: 'yue-nova', name: '廣東話 · nova', language: 'yue', is_basic: false },
    ]);
    const sound = await collect(tts.speak(' Hello there. ', 'en-alloy', never()));
    expect(received).toEqual({
      path: '/v1/audio/speech',
      model: 'tts-test',
      input: 'Hello there.',
      voice: 'alloy',
      response_format: 'wav',
    });
    expect(Math.abs(sound.length - 24_000)).toBeLessThan(3);
    expect(rms(sound)).toBeCloseTo(rms(tone(24_000, 0.5)), 2);
    expect((await collect(tts.speak('  ', 'en-alloy', never()))).length).toBe(0);
    await expect(collect(tts.speak('x', 'en-nobody', never()))).rejects.toMatchObject({
      problem: 'unavailable',
    });
  });

  it('is played while it still sends, with raw samples split at any byte', async () => {
    const bytes = pcm(tone(24_000, 0.5));
    const firstHeard = Promise.withResolvers<void>();
    const url = await serve(async (_, response) => {
      response.setHeader('content-type', 'audio/pcm;rate=24000');
      response.write(bytes.subarray(0, 3));
      await sleep(20);
      response.write(bytes.subarray(3, 9001));
      // The rest is sent only after the first audio was received: without streaming nothing would ever come.
      await firstHeard.promise;
      response.end(bytes.subarray(9001));
    });
    let length = 0;
    for await (const piece of speaker(url, 'pcm').speak('Hi', 'en-alloy', never())) {
      firstHeard.resolve();
      length += piece.length;
    }
    expect(Math.abs(length - 24_000)).toBeLessThan(3);
  });

  it('may label requested raw samples as application/octet-stream', async () => {
    const url = await serve((_, response) =>
      response.setHeader('content-type', 'application/octet-stream').end(pcm(tone(24_000, 0.5))),
    );
    const sound = await collect(speaker(url, 'pcm').speak('Hi', 'en-alloy', never()));
    expect(Math.abs(sound.length - 24_000)).toBeLessThan(3);
  });

  it('may send audio for longer than the timeout for its start', { tags: ['whole'] }, async () => {
    const bytes = writeWav(tone(24_000, 0.5), 24_000);
    const url = await serve(async (_, response) => {
      for (let at = 0; at < bytes.length; at += 4000) {
        response.write(bytes.subarray(at, at + 4000));
        await sleep(450);
      }
      response.end();
    });
    const sound = await collect(speaker(url, 'wav', 4_500).speak('Hi', 'en-alloy', never()));
    expect(Math.abs(sound.length - 24_000)).toBeLessThan(3);
  });

  const failures: [string, string, Answer][] = [
    ['refuses', 'refused', (_, response) => response.writeHead(400).end()],
    [
      'sends JSON',
      'garbled',
      (_, response) => response.setHeader('content-type', 'application/json').end('{"a":1}'),
    ],
    [
      'sends MP3',
      'garbled',
      (_, response) => response.setHeader('content-type', 'audio/mpeg').end('ID3xxxx'),
    ],
    [
      'sends MP3 without declaring it',
      'garbled',
      (_, response) =>
        response
          .setHeader('content-type', 'application/octet-stream')
          .end(Buffer.from([0xff, 0xfb, 0x90, 0x64, ...Array(400).fill(0x55)])),
    ],
    ['sends an empty WAV', 'garbled', (_, response) => response.end(writeWav(new Float32Array(0), 24_000))],
    ['sends nothing', 'garbled', (_, response) => response.setHeader('content-type', 'audio/pcm').end()],
    [
      'sends a WAV of MP3',
      'garbled',
      (_, response) => {
        const wav = writeWav(tone(24_000, 0.1), 24_000);
        wav[20] = 85;
        response.end(wav);
      },
    ],
    [
      'sends an unsupported sample rate',
      'garbled',
      (_, response) => response.end(writeWav(tone(24_000, 0.1), 44_101)),
    ],
    [
      'stops in the middle',
      'slow',
      (_, response) => response.write(writeWav(tone(24_000, 0.5), 24_000).subarray(0, 5000)),
    ],
    [
      'breaks the connection',
      'unavailable',
      (_, response) => {
        response
          .writeHead(200, { 'content-length': '90000' })
          .write(writeWav(tone(24_000, 0.5), 24_000).subarray(0, 5000));
        setTimeout(() => response.socket?.destroy(), 50);
      },
    ],
    [
      'never stops sending',
      'garbled',
      (_, response) => {
        response.setHeader('content-type', 'audio/pcm;rate=48000');
        const pour = () => {
          while (!response.destroyed && response.write(Buffer.alloc(262_144)));
          response.once('drain', pour);
        };
        pour();
      },
    ],
  ];
  it.each(failures)('that %s is reported as %s', async (_, problem, answer) => {
    const tts = speaker(await serve(answer), 'wav', problem === 'slow' ? 400 : longTimeoutMs);
    const count = async () => {
      for await (const _piece of tts.speak('Hi', 'yue-nova', never()));
    };
    await expect(count()).rejects.toMatchObject({ name: 'SpeechError', problem });
  });

  it('is disconnected when the caller aborts or stops reading', async () => {
    const closed: Promise<unknown>[] = [];
    const url = await serve((_, response) => {
      closed.push(new Promise((resolve) => response.on('close', resolve)));
      response.setHeader('content-type', 'audio/pcm');
      response.write(pcm(tone(24_000, 0.5)));
    });
    const tts = speaker(url);
    for await (const _piece of tts.speak('Hi', 'en-alloy', never())) break;
    await closed[0];
    const leave = new AbortController();
    const listen = async () => {
      for await (const _piece of tts.speak('Hi', 'en-alloy', leave.signal))
        leave.abort(new Error('interrupted'));
    };
    await expect(listen()).rejects.toThrow('interrupted');
    await closed[1];
  });
});
