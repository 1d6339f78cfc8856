import { expect, it } from 'vitest';
import { type VoiceList, voiceLimits } from '#shared/voice/voice.ts';
import { durationWords } from '#web/ground/i18n/numbers.ts';
import { canCall, languageOf, languagesOf, planOf, secondsLeft } from './offered.ts';
import { endSilence, readPreferences } from './preferences.ts';

const voice = (id: string, language: 'en' | 'cmn' | 'yue', is_recognised: boolean) => ({
  ...{ id, name: id, language, is_basic: true, is_recognised },
});
const voices: VoiceList = {
  list: [voice('yue-1', 'yue', false), voice('en-1', 'en', true), voice('en-2', 'en', true)],
  is_upstream: false,
  missing: ['relay'],
  voice_limit: 600,
  used_voice: 540,
};
const defaults = readPreferences(null);

it('the end-of-turn silence has the same range as in the API contract', () => {
  expect(endSilence).toMatchObject(voiceLimits.endSilenceMs);
});

it('stored preferences are read, and invalid ones become the defaults', () => {
  const stored = {
    ...defaults,
    language: 'yue',
    voices: { yue: 'yue-1' },
    pushToTalk: true,
    endSilenceMs: 1200,
  };
  expect(readPreferences(JSON.stringify(stored))).toEqual(stored);
  for (const broken of [
    ...['', '{', '[]', '3', 'null', '{"language":"fr","voices":null,"pushToTalk":"yes"}'],
    '{"endSilenceMs":"800","instead":"server","unknown":1}',
  ])
    expect(readPreferences(broken), broken).toEqual(defaults);
  expect(readPreferences('{"endSilenceMs":99999}').endSilenceMs).toBe(endSilence.most);
});

it('only available languages are offered, and calls only with a server, a voice and a list', () => {
  expect(languagesOf(voices)).toEqual(['en', 'yue']);
  expect(languageOf(voices, { ...defaults, language: 'cmn' })).toBe('en');
  expect(secondsLeft(voices)).toBe(60);
  expect(secondsLeft({ ...voices, used_voice: 700 })).toBe(0);
  expect(secondsLeft({ ...voices, voice_limit: -1 })).toBe(-1);
  expect(canCall(voices)).toBe(true);
  for (const other of [
    null,
    { ...voices, list: [] },
    ...(['server', 'speaker'] as const).map((gap) => ({ ...voices, missing: [gap] })),
  ])
    expect(canCall(other)).toBe(false);
});

it('a call uses recognition on the server where possible, otherwise typing', () => {
  const request = { mode: 'talk', scene: '', language: 'en' } as const;
  const withPreferences = { ...defaults, pushToTalk: true, voices: { en: 'en-2' }, assistantId: 4 };
  expect(planOf(voices, withPreferences, { ...request, threadId: 9 })).toMatchObject({
    ...{ recognition: 'server', voice: 'en-2', pushToTalk: true, threadId: 9, assistantId: 4 },
  });
  expect(planOf(voices, { ...defaults, voices: { en: 'gone' } }, request)).toMatchObject({
    ...{ voice: 'en-1', assistantId: undefined, threadId: undefined },
  });
  expect(planOf(voices, withPreferences, { ...request, language: 'yue' })).toMatchObject({
    ...{ recognition: 'typing', voice: 'yue-1', pushToTalk: false },
  });
});

it('durations are shown as minutes and seconds', () => {
  expect([0, 59.9, 60, 754, -3].map(durationWords)).toEqual(['0:00', '0:59', '1:00', '12:34', '0:00']);
});
