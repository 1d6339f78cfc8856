import type { Marking } from '#engine/solver/teaching/mark-working.ts';
import { latexIn } from '#server/domains/practice/latex-in.ts';
import type { Locale } from '#shared/locale.ts';
import type { Written } from './built-in-tutor.ts';
import { tutorWords } from './tutor-words.ts';

const signs = { ok: '✔', wrong: '✘', unclear: '？' } as const;

/** A student's lines with what was found in each. Behind the first wrong one nothing is said: it all rests on that. */
export function writtenMarking(problem: string, marking: Marking, locale: Locale): Written {
  const say = tutorWords[locale];
  const of = locale === 'en' ? 'en' : 'zh';
  const { lines, firstWrong, reached, remark } = marking;
  const isFinished = firstWrong === undefined && reached;
  const list = lines.map(({ line, latex, mark, reason }, index) => {
    const shown = latex === '' ? `\`${line.replaceAll('`', "'")}\`` : `\\(${latexIn(latex, locale)}\\)`;
    if (firstWrong !== undefined && index > firstWrong) return `${index + 1}. ${shown}${say.notYet}`;
    return [`${index + 1}. ${shown} ${signs[mark]}`, ...(reason ? [reason[of]] : [])].join(' ');
  });
  const verdict =
    firstWrong !== undefined
      ? say.wrongFrom(firstWrong + 1)
      : isFinished
        ? say.finished
        : lines.some(({ mark }) => mark === 'unclear')
          ? say.partlyRead
          : (remark?.[of] ?? say.soFar);
  return {
    text: [`**${say.marking}** ${verdict}`, list.join('\n'), ...(isFinished ? [] : [say.tryAgain])].join(
      '\n\n',
    ),
    parts: [
      {
        type: 'data-marking',
        id: 'marking',
        data: {
          problem,
          first_wrong: firstWrong === undefined ? null : firstWrong + 1,
          is_finished: isFinished,
        },
      },
    ],
  };
}
