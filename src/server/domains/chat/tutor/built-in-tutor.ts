import { setTimeout as sleep } from 'node:timers/promises';
import type { Bank } from '#server/domains/practice/bank.ts';
import { latexIn } from '#server/domains/practice/latex-in.ts';
import type { Mathematics } from '#server/domains/practice/mathematics.ts';
import type { Solved } from '#server/domains/practice/solver-worker.ts';
import type { DataPart, SolutionPart } from '#shared/chat/parts.ts';
import type { Locale } from '#shared/locale.ts';
import type { AnswerSink } from '../answering/generations.ts';
import type { Turn } from '../answering/prompt.ts';
import { attemptIn, type PreviousProblem } from './attempt.ts';
import { careOf } from './care.ts';
import { plotAskedFor } from './plot-tool.ts';
import { quizPart, quizRequestIn } from './quiz-tool.ts';
import { smallTalk, withoutGreeting } from './small-talk.ts';
import { inSymbols } from './spoken-mathematics.ts';
import { tutorText, type Written, writtenMarking } from './tutor-text.ts';
import { unlessAborted } from './unless-aborted.ts';

type Solution = Extract<Solved, { ok: true }>;

const wantsHint =
  /提示|教我|點[樣]?[做計解]|怎[樣麼][做計解]|如何[做計解]|想學|[唔不][識會懂明]|[計做解算][唔不][到出]|卡住|下一步|\bhints?\b|\bhow (do|can|should) i\b|\bteach me\b|\bstuck\b|\bnext step\b|\b(?:don['’]?t|do not) (?:know|understand)\b/i;
/** Methods of solving one and the same problem. */
const methods =
  /因式分解|公式法?|配方法?|代入法?|消元法?|\b(?:factori[sz]ing|factori[sz]ation|(?:quadratic )?formula|completing the square|substitution|elimination)\b/i;
const wantsAnswer = /答案|詳解|完整|全部|\banswer\b|\bfull\b|\bsolution\b|\bsolve it\b/i;

/** A text of fewer pieces takes less than the longest writing time. */
const longText = 133;

/**
 * Answers without a language model: mathematics with steps checked by computer algebra, and a plain refusal
 * for the rest.
 */
export async function writeAsBuiltIn(
  mathematics: Mathematics,
  turns: Turn[],
  {
    pen,
    locale,
    begun,
    bank,
    longestWritingMs,
  }: { pen: AnswerSink; locale: Locale; begun: string; bank: Bank; longestWritingMs: number },
) {
  const { text, parts, isDeclined } = await unlessAborted(
    composeAnswer({ mathematics, bank }, turns, locale),
    pen.signal,
  );
  if (isDeclined) pen.decline();
  for (const part of parts) pen.part(part);
  // Continued: the same question has the same answer, so that only the rest is missing.
  const rest = text.startsWith(begun) ? text.slice(begun.length) : `\n\n${text}`;
  if (longestWritingMs === 0) return pen.text(rest);
  // Written piece by piece, so that the page does not show a long text all at once.
  const pieces = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(rest)].map(
    ({ segment }) => segment,
  );
  const pause = longestWritingMs / Math.max(longText, pieces.length);
  const perTurn = Math.max(1, Math.ceil(5 / pause));
  for (let at = 0; at < pieces.length; at += perTurn) {
    if (at > 0) await sleep(pause * perTurn, undefined, { signal: pen.signal });
    pen.text(pieces.slice(at, at + perTurn).join(''));
  }
}

type Means = { mathematics: Mathematics; bank: Bank };

export async function composeAnswer(
  { mathematics, bank }: Means,
  turns: Turn[],
  locale: Locale,
): Promise<Written> {
  const say = tutorText[locale];
  const notice: DataPart = { type: 'data-tutor', id: 'tutor', data: { built_in: true, notice: say.notice } };
  const question = turns.at(-1);
  if (!question) throw new Error('an answer without a question');
  const care = careOf(turns, locale);
  // Who only does mathematics is not what a child in need has to read.
  if (care) return { text: care.words, parts: [] };
  const talk = smallTalk(question.text, locale);
  if (talk !== undefined) return { text: talk, parts: [notice] };
  const shown = await plotOrQuiz({ mathematics, bank }, turns, locale);
  if (shown) return { text: shown.text, parts: [notice, ...shown.parts] };
  const before = await problemBefore(mathematics, turns);
  const marked = await markingOf(mathematics, question, { before, locale });
  if (marked) return { text: marked.text, parts: [notice, ...marked.parts] };
  const { solved, isFollowUp } = await problemOf(mathematics, question, before);
  if (!solved.ok)
    return { text: declined(question, solved.reason, locale), parts: [notice], isDeclined: true };
  const rung = rungFor(turns, solved, isFollowUp);
  const written = rung === undefined ? wholeSolution(solved, locale) : hintOf(solved, rung, locale);
  const isFirst = turns.length === 1;
  return {
    text: isFirst ? `${say.introduction}\n\n${written.text}` : written.text,
    parts: [notice, ...written.parts],
  };
}

/** A graph or a quiz, if the message asks for one. */
async function plotOrQuiz(
  { mathematics, bank }: Means,
  turns: Turn[],
  locale: Locale,
): Promise<Written | undefined> {
  const { id = 0, text = '' } = turns.at(-1) ?? {};
  const say = tutorText[locale];
  const plot = await plotAskedFor(mathematics, text);
  if (plot) {
    const curves = plot.data.curves.map(({ latex }) => `\\(y=${latex}\\)`).join(say.comma);
    return {
      text: say.plot(curves, plot.data.points.map(({ label }) => label).join(say.comma)),
      parts: [plot],
    };
  }
  const wish = quizRequestIn(text, kindOfLast(turns));
  const quiz = wish && quizPart(bank, wish, { seed: id, number: 1, locale });
  return quiz && { text: say.quiz(quiz.data.questions.length), parts: [quiz] };
}

const kindOfLast = (turns: Turn[]) =>
  turns
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'data-solution' ? [part.data.kind] : [])))
    .at(-1);

const farthestBack = 12;

/** The last problem that was asked or attempted. */
async function problemBefore(mathematics: Mathematics, turns: Turn[]): Promise<PreviousProblem | undefined> {
  let isOpen: boolean | undefined;
  for (const { role, parts, ...said } of turns.slice(0, -1).reverse().slice(0, farthestBack)) {
    for (const part of parts) {
      if (part.type === 'data-solution') isOpen ??= part.data.answer === '';
      if (part.type === 'data-marking')
        return { problem: part.data.problem, isOpen: isOpen ?? !part.data.is_finished };
    }
    const problem = role === 'user' ? problemText(said) : '';
    const read = problem === '' ? undefined : await solveAsSaid(mathematics, problem);
    if (read?.solved.ok) return { problem: read.text, isOpen: isOpen ?? false };
  }
  return undefined;
}

/** The problem in the question; if it contains no mathematics, the problem before it. */
async function problemOf(mathematics: Mathematics, question: Turn, before: PreviousProblem | undefined) {
  const { text } = question;
  const { solved } = await solveAsSaid(mathematics, problemText(question));
  if (solved.ok || !before) return { solved, isFollowUp: false };
  const method = /\d|=/.test(text) ? undefined : methods.exec(text)?.[0];
  const byMethod = method ? await mathematics.solve(`${before.problem} 用${method}`) : undefined;
  if (byMethod?.ok) return { solved: byMethod, isFollowUp: true };
  const isFollowUp = wantsHint.test(text) || wantsAnswer.test(text);
  return { solved: isFollowUp ? await mathematics.solve(before.problem) : solved, isFollowUp };
}

/**
 * Marks the student's own lines one by one. Undefined when there are none, or nothing can be said about them.
 */
async function markingOf(
  mathematics: Mathematics,
  question: Turn,
  { before, locale }: { before: PreviousProblem | undefined; locale: Locale },
): Promise<Written | undefined> {
  const text = problemText(question);
  if (question.wish === 'answer') return undefined;
  const attempt = attemptIn(text, before) ?? attemptIn(inSymbols(text), before);
  const marking = attempt && (await mathematics.mark(attempt));
  if (!marking || marking.lines.every(({ mark }) => mark === 'unclear')) return undefined;
  return attempt.isSure || marking.lines[0]?.mark === 'ok'
    ? writtenMarking(attempt.problem, marking, locale)
    : undefined;
}

/**
 * Solves the text as it stands, else without the phrases around it, else converted from spoken words to
 * symbols.
 */
async function solveAsSaid(mathematics: Mathematics, said: string) {
  const solved = await mathematics.solve(said);
  if (solved.ok) return { solved, text: said };
  const variants = new Set([
    plainQuestion(said),
    inSymbols(withoutGreeting(said)),
    inSymbols(plainQuestion(said)),
  ]);
  for (const text of variants) {
    const other = text === said || text === '' ? solved : await mathematics.solve(text);
    if (other.ok) return { solved: other, text };
  }
  return { solved, text: said };
}

const problemText = ({ text, files }: Pick<Turn, 'text' | 'files'>) =>
  [withoutHelpClauses(text), ...files.map((file) => file.text)].filter(Boolean).join('\n');

/** 「x² = 4，先給我提示」: the clause that says how much help is wanted is not part of the problem. */
function withoutHelpClauses(text: string) {
  const clauses = text.split(/(?<=[，,。；;\n])/);
  const asksForHelp = (clause: string) =>
    (wantsHint.test(clause) || wantsAnswer.test(clause)) && !/[\d=^\\]/.test(clause);
  const problemClauses = clauses.filter((clause) => !asksForHelp(clause));
  return problemClauses.length === 0 ? text : problemClauses.join('').replace(/[，,；;\s]+$/, '');
}

/** The next hint: one further than the last about the same problem. Undefined: the whole solution. */
function rungFor(turns: Turn[], solution: Solution, isFollowUp: boolean): number | undefined {
  const question = turns.at(-1);
  const text = question?.text ?? '';
  const wish = question?.wish ?? (wantsHint.test(text) && !wantsAnswer.test(text) ? 'hint' : undefined);
  if (wish !== 'hint') return undefined;
  const hintsGiven = turns.filter(({ parts }) => parts.some((part) => isHintAbout(part, solution))).length;
  const next = isFollowUp || hintsGiven > 0 ? hintsGiven : 0;
  return next < solution.hints.length - 1 ? next : undefined;
}

const isHint = (part: DataPart): part is SolutionPart =>
  part.type === 'data-solution' && part.data.answer === '';
const isHintAbout = (part: DataPart, { problemLatex }: Solution) =>
  isHint(part) && part.data.problem_latex === problemLatex;

const language = (locale: Locale) => (locale === 'en' ? 'en' : 'zh');

function wholeSolution(solution: Solution, locale: Locale): Written {
  const say = tutorText[locale];
  const of = language(locale);
  const steps = solution.steps.map(({ text, latex, checked }, index) => {
    const formula = latex === '' ? '' : `\n   \\[${latexIn(latex, locale)}\\]`;
    return `${index + 1}. ${text[of]}${checked ? ' ✔' : ''}${formula}`;
  });
  const lines = [
    `**${say.problem}** \\(${solution.problemLatex}\\)`,
    `**${say.method}** ${solution.method[of]}`,
    ...(steps.length > 0 ? [steps.join('\n')] : []),
    `**${say.answer}** \\(${latexIn(solution.answerLatex, locale)}\\)`,
  ];
  return {
    text: lines.join('\n\n'),
    parts: [partOf(solution, locale, solution.steps.length, solution.answer)],
  };
}

function hintOf(solution: Solution, rung: number, locale: Locale): Written {
  const say = tutorText[locale];
  const hint = solution.hints[rung];
  if (!hint) throw new Error(`there is no hint ${rung}`);
  const formulas = hint.latex.map((latex) => `\\[${latexIn(latex, locale)}\\]`);
  const lines = [
    `**${say.problem}** \\(${solution.problemLatex}\\)`,
    `**${say.hint(rung + 1)}** ${hint.text[language(locale)]}`,
    ...formulas,
    say.askForMore,
  ];
  const shownSteps = hint.rung === 'first step' ? 1 : 0;
  return { text: lines.join('\n\n'), parts: [partOf(solution, locale, shownSteps, '')] };
}

const partOf = (solution: Solution, locale: Locale, steps: number, answer: string): SolutionPart => ({
  type: 'data-solution',
  id: 'solution',
  data: {
    kind: solution.kind,
    problem_latex: solution.problemLatex,
    answer,
    answer_latex: answer === '' ? '' : latexIn(solution.answerLatex, locale),
    steps: solution.steps.slice(0, steps).map(({ text, latex, checked }) => ({
      text: text[language(locale)],
      latex: latexIn(latex, locale),
      checked,
    })),
  },
});

function declined(question: Turn, reason: { zh: string; en: string }, locale: Locale) {
  const say = tutorText[locale];
  const unseen = question.files.some(({ text }) => !text) ? [say.cannotSee] : [];
  return [say.cannot, reason[language(locale)], ...unseen, say.can].join('\n\n');
}

// Phrases that students put before and after a problem. Words in the middle of a text are left alone: there
// they may be part of it.

const before = [
  '咁|那麼?|然後|跟住|唔該|麻煩|請問?|老師|幫我?手?|可唔可以|可不可以|可以|你|我(?:想問|想知|想學|要)?',
  '唔識|不識|識唔識|唔會|不會|唔懂|不懂|唔明白?|不明白?|(?:計|做|解)唔到|(?:計|做|解)不(?:到|出)|卡住了?|點樣?|怎樣|怎麼|如何|計下?|做下?|解下?(?=[^方不聯]|$)|教我?',
  '呢[條題道]|這[條題道]|[條題]目?|問題|先?給?我?提示|hints?|please|help(?: me)?(?: with)?|how (?:do|can|should) (?:i|you|we)|can you|could you',
  "i (?:don'?t|do not|can'?t|cannot) (?:know|understand|do|solve)(?: how to)?|i'?m stuck(?: on| with)?|what about|how about|teach me|then|so|and|to|do|work out",
  '[\\s，,、：:。]',
].join('|');
const after = [
  '呢|嗎|呀|啊|㗎|架|吖|喎|啦|喇|先|唔識|不會|不懂|唔懂|唔明白?|不明白?|卡住了?|(?:應該)?(?:點樣?|怎樣|怎麼|如何)(?:計|做|解)',
  "(?:先?給?我?)?(?:一個)?提示|(?:a )?hints?|please|first|i'?m stuck|help(?: me)?",
  '[\\s，,、？?。.!！]',
].join('|');
/** A longer text is not a problem with a phrase before it. */
const longest = 500;
const leading = new RegExp(`^(?:${before})+`, 'i');
const trailing = new RegExp(`(?:${after})+$`, 'i');

/** 「我唔識計 2x+5=13」 becomes 2x+5=13. */
export const plainQuestion = (text: string) =>
  text.length > longest ? text : text.replace(leading, '').replace(trailing, '');
