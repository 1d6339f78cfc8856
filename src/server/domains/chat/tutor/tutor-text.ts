import type { Marking } from '#engine/solver/teaching/mark-working.ts';
import { latexIn } from '#server/domains/practice/latex-in.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import type { Locale } from '#shared/locale.ts';

/** Text of the built-in tutor. It says plainly that it is not a language model, and what that means. */
export const tutorText = {
  'zh-Hant': {
    notice: '由內置導師回答：它不是語言模型，只會解數學題；每個有 ✔ 的步驟都經電腦代數核對。',
    introduction: '我是內置導師，不是語言模型：我只懂數學，不能閒談、寫作或解釋其他科目。',
    problem: '題目：',
    method: '方法：',
    answer: '答案：',
    hint: (number: number) => `提示 ${number}：`,
    askForMore: '先試試看。需要時可說「再給提示」，或說「答案」看完整步驟。',
    marking: '批改：',
    finished: '全部正確，答案也對了！',
    soFar: '到這裏都正確，還未完成，繼續做下去。',
    wrongFrom: (line: number) => `第 ${line} 行開始有錯。`,
    partlyRead: '有些行未能讀懂，其餘沒有發現錯處。',
    notYet: '（改好上面一行，再看這行。）',
    tryAgain: '改好再試。需要時可說「提示」，或說「答案」看完整步驟。',
    cannot: '對不起，這個問題我答不到，所以不計次數。我是內置導師，不是語言模型。',
    cannotSee: '我看不到附上的檔案；請把題目打出來。',
    comma: '、',
    plot: (curves: string, points: string) =>
      `這是 ${curves} 的圖像。${points === '' ? '' : `標出了這些點：${points}。`}可以拖動和放大。`,
    quiz: (count: number) =>
      `給你 ${count} 題，請在下面作答：每題都會批改；答過的題目會放進「溫習」，到時再見。`,
    can: '我可以逐步解：四則運算、因式分解、方程與不等式、聯立方程、指數與對數、數列、三角、微積分、統計與單位換算。例如：「解方程 2x + 5 = 13」、「因式分解 x² − 5x + 6」，或加上「提示」先自己試。也可以說「畫 y = x² − 2x − 1」看圖像，或「出三題二次方程」做練習。做好了，把自己的步驟逐行打出來，我會逐行批改。',
  },
  en: {
    notice:
      'Answered by the built-in tutor: it is not a language model and only does mathematics. Every step with ✔ was checked by computer algebra.',
    introduction:
      'I am the built-in tutor, not a language model: I only know mathematics, and cannot chat, write or explain other subjects.',
    problem: 'Question:',
    method: 'Method:',
    answer: 'Answer:',
    hint: (number: number) => `Hint ${number}:`,
    askForMore: 'Try it first. Say “another hint” when you need one, or “answer” for all the steps.',
    marking: 'Marked:',
    finished: 'All right, and so is the answer!',
    soFar: 'Right so far, but not finished: carry on.',
    wrongFrom: (line: number) => `It goes wrong at line ${line}.`,
    partlyRead: 'Some lines could not be read; nothing wrong was found in the others.',
    notYet: ' (Mend the line above first.)',
    tryAgain: 'Mend it and try again. Say “hint” when you need one, or “answer” for all the steps.',
    cannot:
      'I am sorry, I cannot answer this one, so it does not count. I am the built-in tutor, not a language model.',
    cannotSee: 'I cannot see the file you attached; please type the question.',
    comma: ', ',
    plot: (curves: string, points: string) =>
      `Here is the graph of ${curves}.${points === '' ? '' : ` Marked on it: ${points}.`} You can drag and zoom it.`,
    quiz: (count: number) =>
      `${count === 1 ? 'One question' : `${count} questions`} for you: answer below. Each is marked, and what you answer goes to your review cards.`,
    can: 'Step by step I can do: arithmetic, factorisation, equations and inequalities, simultaneous equations, indices and logarithms, sequences, trigonometry, calculus, statistics and units. For example “solve 2x + 5 = 13”, “factorise x² − 5x + 6”, or add “hint” to try it yourself first. You can also say “plot y = x² − 2x − 1”, or “give me three questions on fractions”. When you have worked one out, type your own lines and I will mark them one by one.',
  },
} satisfies Record<Locale, unknown>;

/** Shown instead of an answer that an endpoint's content filter withholds. */
export const refusalWords = {
  'zh-Hant': '對不起，這方面我不可以回答。如果有功課或其他想學的東西，我很樂意和你一起想。',
  en: 'I am sorry, I cannot answer this. If there is something you would like to learn, I would be glad to think it through with you.',
} satisfies Record<Locale, string>;

const signs = { ok: '✔', wrong: '✘', unclear: '？' } as const;

/** The tutor's text, and the data parts beside it. */
export type Written = { text: string; parts: DataPart[]; isDeclined?: boolean };

/**
 * A student's lines with their marks. Lines after the first wrong one are not judged, since they follow from
 * it.
 */
export function writtenMarking(problem: string, marking: Marking, locale: Locale): Written {
  const say = tutorText[locale];
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
