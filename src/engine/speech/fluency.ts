/** How fluently somebody spoke, by the clock and the words: pace, pauses, fillers. */
import { fillersIn } from './fillers.ts';
import type { Language } from './language.ts';
import { units } from './word-error-rate.ts';

/** One turn of an answer, as the event of its transcript tells it. */
export type SpokenTurn = {
  transcript: string;
  began_ms: number;
  ended_ms: number;
  pauses: readonly { began_ms: number; ended_ms: number }[];
};

export type Fluency = {
  words: number;
  words_per_minute: number;
  pauses: number;
  longest_pause_ms: number;
  speaking_share: number;
  fillers: { word: string; count: number }[];
};

/** From here on silence is heard as a pause. */
const pauseMs = 500;

/** All turns of one answer, in order: the silence between two of them is a pause of the speaker. */
export function measureFluency(turns: readonly SpokenTurn[], language: Language): Fluency {
  const spoken = turns.filter(({ began_ms, ended_ms }) => ended_ms > began_ms);
  const [first, last] = [spoken[0], spoken.at(-1)];
  const transcript = turns.map((turn) => turn.transcript).join(language === 'en' ? '. ' : '。');
  const words = units(transcript, language).length;
  const fillers = fillersIn(transcript, language);
  if (!first || !last)
    return { words, words_per_minute: 0, pauses: 0, longest_pause_ms: 0, speaking_share: 0, fillers };
  const between = spoken
    .slice(1)
    .map(({ began_ms }, i) => ({ began_ms: spoken[i]?.ended_ms as number, ended_ms: began_ms }));
  const silences = [...spoken.flatMap(({ pauses }) => pauses), ...between].map(({ began_ms, ended_ms }) =>
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
