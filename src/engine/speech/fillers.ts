/** What is said to win time. A word that also has a meaning counts only where it stands as a filler does. */
import type { Language } from './language.ts';

type Filler = { word: string; pattern: RegExp };

const filler = (word: string, pattern: RegExp): Filler => ({ word, pattern });

const english: Filler[] = [
  filler('um', /\bu+m+\b/g),
  filler('uh', /\bu+h+\b(?!-huh)/g),
  filler('er', /\be+r+m*\b/g),
  filler('hmm', /\bh+m+\b/g),
  filler('ah', /\ba+h+\b/g),
  filler('you know', /\byou know\b(?=\s*[,.;]|\s+(?:um|uh|er|like)\b|$)/g),
  filler('I mean', /\bi mean\b/g),
  filler('like', /(?<=^|[,.]\s*|\b(?:um|uh|er)\s+)like\b(?=\s*,)/g),
  filler('sort of', /\b(?:sort|kind) of\b(?=\s*,|\s+(?:um|uh|like)\b)/g),
  filler('basically', /\bbasically\b/g),
];

const sounds: Filler[] = [
  filler('嗯', /嗯+/g),
  filler('呃', /呃+/g),
  filler('唔', /(?<=^|[，。、,.\s])唔+(?=[，。、,.\s…]|$)/g),
  filler('啊', /(?<=^|[，。、,.\s])啊+(?=[，。、,.\s…]|$)/g),
];

const chinese: Record<'cmn' | 'yue', Filler[]> = {
  cmn: [
    ...sounds,
    filler('那個', /(?:那[個个])(?=[，、,…]|那[個个])/g),
    filler('這個', /(?:這個|这个)(?=[，、,…]|這個|这个)/g),
    filler('就是說', /就是[說说](?=[，、,…]|就是)/g),
    filler('然後', /(?:然後|然后)(?=[，、,…]|然)/g),
  ],
  yue: [
    ...sounds,
    filler('即係', /即係(?=[，、,…]|即)/g),
    filler('咁', /(?<=^|[，。、,.\s])咁(?=[，、,…]|咁)/g),
    filler('嗰個', /嗰個(?=[，、,…]|嗰)/g),
    filler('跟住', /跟住(?=[，、,…]|跟住)/g),
    filler('誒', /[誒欸]+/g),
  ],
};

export function fillersIn(transcript: string, language: Language): { word: string; count: number }[] {
  const text = transcript.normalize('NFKC').toLowerCase();
  const list = language === 'en' ? english : chinese[language];
  // NFKC makes the comma of Chinese a Latin one; both are looked for.
  return list
    .map(({ word, pattern }) => ({ word, count: text.match(pattern)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}
