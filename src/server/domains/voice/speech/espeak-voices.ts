import type { SpokenLanguage } from '#shared/voice/voice.ts';

export type EspeakVoice = {
  id: string;
  name: string;
  language: SpokenLanguage;
  /** What `-v` takes. */
  given: string;
  /** Words a minute; espeak-ng's own 175 is fast for a learner. */
  speed: number;
};

/** `needs`: a language as espeak-ng lists it. The first of a language is its usual voice. */
const known: (EspeakVoice & { needs: string })[] = [
  { id: 'espeak-en', name: 'English', language: 'en', given: 'en-us', needs: 'en-us', speed: 150 },
  { id: 'espeak-en-gb', name: 'English (UK)', language: 'en', given: 'en-gb', needs: 'en-gb', speed: 150 },
  { id: 'espeak-en-f', name: 'English (2)', language: 'en', given: 'en-us+f3', needs: 'en-us', speed: 150 },
  // `cmn` reads Latin letters as English and stumbles over the change; this one is made for its own sounds.
  {
    id: 'espeak-cmn',
    name: '普通話',
    language: 'cmn',
    given: 'cmn-latn-pinyin',
    needs: 'cmn-latn-pinyin',
    speed: 150,
  },
  { id: 'espeak-yue', name: '廣東話', language: 'yue', given: 'yue', needs: 'yue', speed: 150 },
];

/** Of the voices this product knows, those that `espeak-ng --voices` lists. */
export function voicesListed(listing: string): EspeakVoice[] {
  const there = new Set(
    listing
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/)[1]?.toLowerCase()),
  );
  return known.filter(({ needs }) => there.has(needs)).map(({ needs: _, ...voice }) => voice);
}
