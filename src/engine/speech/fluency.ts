/** Measures how fluently a student spoke, from timings and words: pace, pauses, fillers. */

import type { Language } from './language.ts';
import { units } from './word-error-rate.ts';

/** One turn of an answer, as in the transcript event. */
export type SpokenTurn = {
  transcript: string;
  began_ms: number;
  ended_ms: number;
  pauses: readonly { began_ms: number; ended_ms: number }[];
};

type Fluency = {
  words: number;
  words_per_minute: number;
  pauses: number;
  longest_pause_ms: number;
  speaking_share: number;
  fillers: { word: string; count: number }[];
};

/** Shorter silences do not count as pauses. */
const pauseMs = 500;

/** All turns of one answer, in order: the silence between two turns counts as a pause. */
export function measureFluency(turns: readonly SpokenTurn[], language: Language): Fluency {
  const spoken = turns.filter(({ began_ms, ended_ms }) => ended_ms > began_ms);
  const [first, last] = [spoken[0], spoken.at(-1)];
  const transcript = turns.map((turn) => turn.transcript).join(language === 'en' ? '. ' : '。');
  const words = units(transcript, language).length;
  const fillers = fillersIn(transcript, language);
  if (!first || !last)
    return { words, words_per_minute: 0, pauses: 0, longest_pause_ms: 0, speaking_share: 0, fillers };
  const gaps = spoken
    .slice(1)
    .map(({ began_ms }, i) => ({ began_ms: spoken[i]?.ended_ms as number, ended_ms: began_ms }));
  const silences = [...spoken.flatMap(({ pauses }) => pauses), ...gaps].map(({ began_ms, ended_ms }) =>
    Math.max(0, ended_ms - began_ms),
  );
  const total = last.ended_ms - first.began_ms;
  const silent = silences.reduce((sum, ms) => sum + ms, 0);
  const pauses = silences.filter((ms) => ms >= pauseMs);
  return {
    words,
    words_per_minute: Math.round((words / total) * 60_000),
    pauses: pauses.length,
    longest_pause_ms: Math.round(Math.max(0, ...pauses)),
    speaking_share: Math.round(Math.max(0, 1 - silent / total) * 100) / 100,
    fillers,
  };
}

// Filler words. A word that also has a meaning counts only in the position of a filler.

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
  // NFKC turns the Chinese comma into a Latin one; the patterns match both.
  return list
    .map(({ word, pattern }) => ({ word, count: text.match(pattern)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}
