import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/ground/config/config.ts';
import type { Recogniser, Speaker } from '../ports.ts';
import { joinRecognisers, joinSpeakers, openSpeech } from './open-speech.ts';

const never = () => new AbortController().signal;

describe('the configuration of speech', () => {
  it('has no endpoint by default', () => {
    expect(readConfig({}).speech).toEqual({
      builtIn: true,
      workers: 1,
      espeakPath: undefined,
      recogniser: undefined,
      speaker: undefined,
    });
  });

  it('accepts endpoints by base or full URL, languages by name and voices by language', () => {
    const { speech } = readConfig({
      STT_URL: 'http://stt.example/v1/audio/transcriptions',
      STT_LANGUAGES: 'yue=zh, cmn',
      TTS_URL: 'https://tts.example/v1/',
      TTS_API_KEY: 'key',
      TTS_VOICES: 'en=alloy,yue=HiuGaai v2',
    });
    expect(speech.recogniser).toMatchObject({
      baseUrl: 'http://stt.example/v1',
      languages: [
        { language: 'yue', code: 'zh' },
        { language: 'cmn', code: 'zh' },
      ],
    });
    expect(speech.speaker).toMatchObject({
      baseUrl: 'https://tts.example/v1',
      voices: [
        { language: 'en', voice: 'alloy' },
        { language: 'yue', voice: 'HiuGaai v2' },
      ],
    });
  });

  it.each([
    { STT_LANGUAGES: 'fr' },
    { STT_URL: 'ftp://x' },
    { TTS_VOICES: 'alloy' },
    { TTS_URL: 'https://tts.example/v1' },
    { STT_WORKERS: '0' },
  ])('refuses the invalid setting %o', (environment) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
  });

  it('never shows the URL or key of an endpoint in an error', () => {
    expect(() => readConfig({ STT_URL: 'ftp://user:secret@stt' })).toThrow(/STT_URL=… /);
  });
});

describe('speech by configuration', () => {
  it('is undefined when nothing is configured or built in', async () => {
    const warnings: string[] = [];
    const config = readConfig({ SPEECH_BUILT_IN: '0' }).speech;
    const none = await openSpeech(config, (problem) => warnings.push(problem));
    expect([none.recogniser, none.speaker, warnings]).toEqual([undefined, undefined, []]);
    await none.close();
  });

  it('uses endpoints for their languages and warns about a missing local program', async () => {
    const warnings: string[] = [];
    const config = readConfig({
      STT_URL: 'http://127.0.0.1:9/v1',
      STT_LANGUAGES: 'en,yue',
      TTS_URL: 'http://127.0.0.1:9/v1',
      TTS_VOICES: 'yue=nova',
      ESPEAK_PATH: '/nowhere/espeak-ng',
    }).speech;
    const speech = await openSpeech(config, (problem) => warnings.push(problem));
    expect(speech.recogniser?.languages).toEqual(['en', 'yue']);
    expect(speech.speaker?.voices.map(({ id }) => id)).toEqual(['yue-nova']);
    expect(warnings).toEqual(['ESPEAK_PATH is no program']);
    await expect(speech.recogniser?.recognise(new Float32Array(1), 'cmn', never())).rejects.toMatchObject({
      problem: 'unavailable',
    });
    await speech.close();
  });

  it('uses the first recogniser of a language and the speaker that has the voice', async () => {
    const closed: string[] = [];
    const recogniser = (name: string, languages: Recogniser['languages']): Recogniser => ({
      languages,
      recognise: async () => name,
      close: async () => void closed.push(name),
    });
    const both = joinRecognisers([recogniser('first', ['yue']), recogniser('second', ['en', 'yue'])]);
    expect(both?.languages).toEqual(['yue', 'en']);
    expect(await both?.recognise(new Float32Array(1), 'yue', never())).toBe('first');
    expect(await both?.recognise(new Float32Array(1), 'en', never())).toBe('second');
    const speaker = (id: string): Speaker => ({
      voices: [{ id, name: id, language: 'en', is_basic: false }],
      async *speak() {
        yield Float32Array.of(id.length);
      },
      close: async () => void closed.push(id),
    });
    const all = joinSpeakers([speaker('a'), speaker('bb')]);
    for await (const piece of all?.speak('x', 'bb', never()) ?? []) expect([...piece]).toEqual([2]);
    expect(() => all?.speak('x', 'c', never())).toThrow('no voice c');
    await Promise.all([both?.close(), all?.close()]);
    expect(closed.sort()).toEqual(['a', 'bb', 'first', 'second']);
  });
});
