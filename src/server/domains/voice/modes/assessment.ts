import { measureFluency, type SpokenTurn } from '#engine/speech/fluency.ts';
import type { SpokenInstructions } from '#server/domains/chat/answering/accept.ts';
import type { Locale } from '#shared/locale.ts';
import type { Feedback, Fluency } from '#shared/voice/events.ts';
import type { Task } from '#shared/voice/tasks.ts';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import { evidenceFor } from './signs.ts';

/** Words per minute (characters in Chinese) at which a learner is easy to follow. */
const pace: Record<SpokenLanguage, { slow: number; fast: number }> = {
  en: { slow: 90, fast: 180 },
  cmn: { slow: 120, fast: 280 },
  yue: { slow: 120, fast: 280 },
};

/** Assesses an answer by its transcript and timing. */
export function judge(task: Task, turns: readonly SpokenTurn[], locale: Locale): Feedback {
  const transcript = turns.map((turn) => turn.transcript).join(' ');
  const content = task.points.map(({ text, signs }) => {
    const evidence = evidenceFor(transcript, signs);
    return { point: text[locale], is_met: evidence !== undefined, evidence: evidence ?? '' };
  });
  const fluency = measureFluency(turns, task.language);
  const spokenMs = (turns.at(-1)?.ended_ms ?? 0) - (turns[0]?.began_ms ?? 0);
  return { content, fluency, advice: adviceOn(task, { content, fluency, spokenMs }, locale) };
}

type Judged = Omit<Feedback, 'advice'> & { spokenMs: number };
type Advice = { isDue: boolean; words: Record<Locale, string> };

/** At most three pieces of advice, the most useful first. */
function adviceOn({ language, answerSeconds }: Task, { content, fluency, spokenMs }: Judged, locale: Locale) {
  const missing = content.filter(({ is_met }) => !is_met).map(({ point }) => point);
  const { slow, fast } = pace[language];
  const [filler] = [...fluency.fillers].sort((a, b) => b.count - a.count);
  const all: Advice[] = [
    {
      isDue: fluency.words === 0,
      words: {
        'zh-Hant': '聽不到答案：請靠近咪高峰再試一次。',
        en: 'No answer was heard: move closer to the microphone and try again.',
      },
    },
    {
      isDue: fluency.words > 0 && spokenMs < answerSeconds * 500,
      words: {
        'zh-Hant': '只用了一半不到的時間：每一點多說一兩句。',
        en: 'You used less than half of the time: say a sentence or two more on each point.',
      },
    },
    {
      isDue: fluency.words > 0 && missing.length > 0,
      words: {
        'zh-Hant': `還可以談：${missing.join('、')}。`,
        en: `You could still speak about: ${missing.join('; ').toLowerCase()}.`,
      },
    },
    {
      isDue: fluency.longest_pause_ms >= 3000,
      words: {
        'zh-Hant': '停頓較長：準備時先寫下三個字眼作提示。',
        en: 'There was a long pause: note three key words while you prepare.',
      },
    },
    {
      isDue: (filler?.count ?? 0) >= 3,
      words: {
        'zh-Hant': `「${filler?.word}」用得較多：停一停會更清楚。`,
        en: `You often said “${filler?.word}”: a short silence is clearer.`,
      },
    },
    {
      isDue: fluency.words_per_minute > 0 && fluency.words_per_minute < slow,
      words: {
        'zh-Hant': '語速偏慢：先練習整句說出來。',
        en: 'The pace is slow: practise saying whole sentences in one breath.',
      },
    },
    {
      isDue: fluency.words_per_minute > fast,
      words: { 'zh-Hant': '語速偏快：每句之後停一停。', en: 'The pace is fast: pause after each sentence.' },
    },
  ];
  const due = all.filter(({ isDue }) => isDue).slice(0, 3);
  const praise = {
    'zh-Hant': '內容齊全，語速自然，做得好！',
    en: 'Every point is there and the pace is natural. Well done!',
  };
  return due.length === 0 ? [praise[locale]] : due.map(({ words }) => words[locale]);
}

/** The spoken reply after an answer: scripted from the numbers, or worded by a model. */
export function guiseAfter(task: Task, feedback: Feedback): SpokenInstructions {
  const { content, fluency } = feedback;
  const met = content.filter(({ is_met }) => is_met).length;
  return {
    instructions: `The student has just spoken on this examination task: “${task.prompt}” Their answer is the message. In three short spoken sentences in the language of the task: say what was good, name one thing missing (${content
      .filter(({ is_met }) => !is_met)
      .map(({ point }) => point)
      .join('; ')}), and give one improved sentence. Measured: ${JSON.stringify(metrics(fluency))}.`,
    scripted:
      task.language === 'en'
        ? `Thank you. You spoke about ${met} of ${content.length} points, at ${fluency.words_per_minute} words a minute. You can see the details on the screen.`
        : `謝謝。你談到了 ${content.length} 個重點中的 ${met} 個，每分鐘 ${fluency.words_per_minute} 個字。詳細情況在畫面上。`,
  };
}

const metrics = ({ words_per_minute, pauses, longest_pause_ms }: Fluency) => ({
  words_per_minute,
  pauses,
  longest_pause_ms,
});
