import { type Bank, type BankFilter, shownQuestion } from '#server/domains/practice/bank.ts';
import { practiceKinds } from '#server/domains/practice/kinds.ts';
import type { QuizPart } from '#shared/chat/parts.ts';
import type { Locale } from '#shared/locale.ts';
import type { PracticeLevel, PracticeSubject } from '#shared/practice.ts';

export type QuizRequest = BankFilter & { count: number };

const usualCount = 3;
const mostCount = 10;

const asksForQuiz = [
  /(?<![求找寫列算解得])出.{0,12}(?:題|小測|測驗|練習)/,
  /(?:給|畀|俾|來|嚟)我?\s*(?:\d{1,3}|[一二兩三四五六七八九十幾])\s*(?:條|道|題)/,
  /(?:類似|相似|同類|同樣)型?的?(?:題|問題|練習)/,
  /\b(?:similar|more) (?:questions|problems|exercises)\b|\banother (?:one|question|problem) like\b|^(?:give me )?(?:some |one )?more(?: please)?[.!]?$/i,
  /小測|測驗我|測一測|考[考下]我|練習題/,
  /\b(?:quiz me|a quiz|test me)\b/i,
  /\b(?:give|set|make|ask) me (?:[\w-]+ ){0,4}(?:questions|problems|exercises)\b/i,
  /\ba (?:question|problem) (?:on|about)\b|\bpracti[cs]e (?:questions|problems)\b/i,
];

const chineseNumbers = '一二三四五六七八九十';
const englishNumbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function countIn(text: string): number {
  const digits = /(\d{1,3})\s*(?:條|道|題|[a-z]*\s*(?:questions?|problems?|exercises?))/i.exec(text)?.[1];
  const chinese = /([一二兩三四五六七八九十])\s*(?:條|道|題)/.exec(text)?.[1];
  const english = /\b(one|two|three|four|five|six|seven|eight|nine|ten)\b/i.exec(text)?.[1];
  const count = digits
    ? Number(digits)
    : chinese
      ? chineseNumbers.indexOf(chinese === '兩' ? '二' : chinese) + 1
      : english
        ? englishNumbers.indexOf(english.toLowerCase()) + 1
        : usualCount;
  return Math.min(mostCount, Math.max(1, count));
}

const levels: readonly (readonly [RegExp, PracticeLevel])[] = [
  [/小學|小[一二三四五六]|primary|\bP[1-6]\b/i, 'primary'],
  [/初中|中[一二三]|junior|\b[FS]\.?\s?[1-3]\b/i, 'junior'],
  [/高中|中[四五六]|senior|DSE|文憑試|\b[FS]\.?\s?[4-6]\b/i, 'senior'],
];
const subjects: readonly (readonly [RegExp, PracticeSubject])[] = [
  [/中文|國文|chinese/i, 'chinese'],
  [/英文|英語|english/i, 'english'],
  [/數學|maths?\b|mathematics/i, 'mathematics'],
];

/** Other names of the kinds, the more specific first. */
const otherWords: readonly (readonly [RegExp, string])[] = [
  [/一元二次|二次方程|quadratic/i, 'quadratic equation'],
  [/聯立|二元一次|simultaneous/i, 'simultaneous equations'],
  [/一次方程|linear equation/i, 'linear equation'],
  [/分式方程|fractional equation/i, 'fractional equation'],
  [/指數方程|exponential/i, 'exponential equation'],
  [/對數方程|logarithmic equation/i, 'logarithmic equation'],
  [/三角方程|trigonometric equation/i, 'trigonometric equation'],
  [/因式分解|factori[sz]/i, 'factorisation'],
  [/分數|小數|百分|四則|加減乘除|fractions?|decimals?|percent|arithmetic/i, 'arithmetic'],
  [/公因數|公倍數|H\.?C\.?F|L\.?C\.?M/i, 'number'],
  [/等差|等比|數列|sequences?/i, 'sequence'],
  [/求導|微分|導數|differentiat|derivative/i, 'differentiation'],
  [/積分|integra/i, 'integration'],
  [/三角形|sine (?:rule|formula)|cosine (?:rule|formula)/i, 'triangle'],
  [/三角|trig/i, 'trigonometry'],
  [/對數|logarithm/i, 'logarithms'],
  [/指數|indices|index law/i, 'indices'],
  [/坐標|coordinate/i, 'coordinate geometry'],
  [/平均|中位數|眾數|標準差|統計|statistic/i, 'statistics'],
  [/概率|機率|probabilit/i, 'probability'],
  [/單位|units?\b/i, 'unit conversion'],
  [/不等式|inequalit/i, 'inequality'],
  [/函數|functions?|graphs?/i, 'function'],
  [/展開|expan[ds]/i, 'expansion'],
  [/化簡|simplif/i, 'simplification'],
  [/介詞|preposition/i, 'preposition'],
  [/時態|tenses?/i, 'tense'],
  [/錯別字|錯字/i, 'wrong character'],
  [/標點/i, 'punctuation'],
  [/文言/i, 'classical word'],
  [/修辭/i, 'rhetoric'],
  [/成語|idiom/i, 'idiom'],
];

function kindIn(text: string): string | undefined {
  const named = practiceKinds.find(({ name }) =>
    Object.values(name).some((one) => text.toLowerCase().includes(one.toLowerCase())),
  );
  return named?.kind ?? otherWords.find(([words]) => words.test(text))?.[1];
}

/** 「在題庫找雞兔的題目」, "search the question bank for chickens". */
const searches = [
  /題庫(?:內|裏|裡|中)?(?:搜尋|搜索|找|查)?\s*(?:有關|關於)?[\s：:]*(.+?)(?:的?(?:題目|問題|題))?[。？?]?$/,
  /(?:搜尋|搜索|找|查)(?:一下)?題庫[\s：:]*(?:有關|關於)?\s*(.+?)(?:的?(?:題目|問題|題))?[。？?]?$/,
  /\bquestion bank\b(?: for| about|:)?\s+(.+?)[.?]?$/i,
];

/** 「教我因式分解」 without a problem: the student gets questions of that kind. */
const wantsToLearn = /教我|想學|學習|想練|練習|\bteach me\b|\blearn\b|\bpracti[cs]e\b/i;
/** 「再出三題同類的」: of the kind of the last problem. */
const asksForSameKind =
  /類似|相似|同類|同樣|一樣|再[出來嚟給畀]|\bsimilar\b|\bsame (?:kind|type)\b|\blike (?:this|that|it)\b|\b(?:more|another)\b/i;

/** The quiz that a student asks for: 「出三題二次方程給我做」. Undefined when the message asks for none. */
export function quizRequestIn(text: string, kindBefore?: string): QuizRequest | undefined {
  // With an equation in it, the message is a problem and not a request for a quiz.
  if (text.length > 200 || /[=＝]/.test(text)) return undefined;
  const searched = searches.map((one) => one.exec(text)?.[1]?.trim()).find((found) => found);
  if (searched) return { count: mostCount / 2, search: searched };
  const isLearning = wantsToLearn.test(text) && !/\d/.test(text) && kindIn(text) !== undefined;
  if (!isLearning && !asksForQuiz.some((one) => one.test(text))) return undefined;
  const kind = kindIn(text) ?? (asksForSameKind.test(text) ? kindBefore : undefined);
  const level = levels.find(([words]) => words.test(text))?.[1];
  const subject = kind === undefined ? subjects.find(([words]) => words.test(text))?.[1] : undefined;
  return { count: countIn(text), kind, level, subject };
}

/** Chosen by `seed`, so that a continued answer gives the same questions. */
export function quizPart(
  bank: Bank,
  { count, ...filter }: QuizRequest,
  { seed, number, locale }: { seed: number; number: number; locale: Locale },
): QuizPart | undefined {
  const found = bank.find(filter);
  // If the kind has no questions of that level, any level will do.
  const offered = found.length > 0 ? found : bank.find({ ...filter, level: undefined });
  const chosen = offered
    .map((question) => ({ question, place: Math.imul(question.id + seed, 2_654_435_761) >>> 0 }))
    .sort((a, b) => a.place - b.place || a.question.id - b.question.id)
    .slice(0, Math.min(count, mostCount));
  if (chosen.length === 0) return undefined;
  return {
    type: 'data-quiz',
    id: `quiz-${number}`,
    data: {
      questions: chosen.map(({ question }) => {
        const { question_id, text, choices } = shownQuestion(question, locale);
        return { question_id, text, choices };
      }),
    },
  };
}
