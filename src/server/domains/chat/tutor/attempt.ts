import type { Attempt } from '#server/domains/practice/solver-worker.ts';

/** The last problem of the conversation; open while only hints to it were given. */
export type PreviousProblem = { problem: string; isOpen: boolean };

const longest = 2_000;

const wantsMarking =
  /批改|改一?[改下]|檢查|[啱岩對]\s*[唔不]\s*[啱岩對]|[對啱][嗎嘛]|正確[嗎嘛]|是否正確|係咪啱|是不是對|有[冇沒無][有]?錯|我[的嘅]?(?:做法|解法|步驟|計法|答案)|我(?:計|算|做|得)(?:[到出咗了]|(?=\s*[a-z\d(=]))|\b(?:check|mark|correct) (?:my|this|it)\b|\bmy (?:working|work|answer|solution|steps|attempt)\b|\bi got\b|\b(?:is|are) (?:this|it|that|these|they) (?:right|correct)\b|\bam i right\b/i;
const requestPhrases = new RegExp(
  `${wantsMarking.source}|請問|請|幫我|可以|一下|答案|\\b(?:answer|working|work|solution|steps|attempt)\\b|\\b(?:please|can you|and)\\b`,
  'gi',
);

/** Labels such as 「做法：」「答：」「解：」 before a line, and connectives such as 「所以」. */
const label =
  /^\s*(?:(?:\p{Script=Han}{1,12}|[a-z' ]{3,24})[：:]|[（(]?\d{1,2}[.)）]\s+|所以|因此|得出?|即|∴|therefore\b|so\b)\s*/iu;
const joiners = /[或及和且]|\bor\b|\band\b/gi;
const relation = /[=＝<>＜＞≤≥≠]/;
const taskWords =
  /\p{Script=Han}|\b(?:solve|factori[sz]e|expand|simplify|find|differentiate|integrate|evaluate|calculate|compute|prove)\b/iu;

const isPlain = (line: string) => !taskWords.test(line.replace(joiners, ' '));
const isMathematical = (line: string) => /\d|[a-z]\s*[=＝+\-−^(]/i.test(line);

/** A single line is split where each part is a statement. */
function partsOf(line: string): string[] {
  const parts = line.split(/[，,；;。]|=>|⇒|→/);
  return parts.length > 1 && parts.every((part) => !isMathematical(part) || relation.test(part))
    ? parts
    : [line];
}

function linesIn(text: string, isAsked: boolean): string[] {
  // “x = 3 for 2x + 5 = 13”: the problem comes first. The text on each side of the request is a line of its
  // own.
  const withoutRequest = text
    .replace(/^(.*[=<>].*?)\s+for\s+(.+)$/gim, '$2\n$1')
    .replace(requestPhrases, '\n');
  const lines = (isAsked ? withoutRequest : text).split('\n');
  const parts = isAsked && lines.filter(isMathematical).length === 1 ? lines.flatMap(partsOf) : lines;
  return parts
    .map((line) =>
      line
        .replace(label, '')
        .replace(/[\s，,；;。？?！!：:、]+$/, '')
        .trim(),
    )
    .filter(isMathematical);
}

const unknownsOf = (line: string) =>
  new Set(line.replace(/\b(?:sin|cos|tan|log|ln|sqrt|pi)\b|\\[a-z]+/gi, ' ').match(/[a-z]/gi) ?? []);

/** Equations in a single unknown are not a system: each follows from the one before. */
const isChain = (lines: readonly string[]) =>
  lines.every((line) => /^[^=＝]+[=＝][^=＝]+$/.test(line)) && unknownsOf(lines.join(' ')).size === 1;
const isContinued = (rest: readonly string[]) => rest.every((line) => /^[=＝]/.test(line));

/** Results rather than problems: x = 4; = 19/12; 19/12; 8x^6; (x − 2)(x − 3). */
const looksFinal = (line: string) =>
  /^[a-z]\s*[=＝<>＜＞≤≥]\s*[^a-z=＝]+$/i.test(line) ||
  /^[=＝]/.test(line) ||
  /^[\d\s./%×*+\-−^()√]+$/.test(line) ||
  /^[-−]?[\d./]*(?:[a-z](?:\^\(?[-−]?[\d/]+\)?|[²³])?)+$/i.test(line) ||
  (!relation.test(line) && /\)\s*[(^²³]|^\d*[a-z]?\s*\(/i.test(line));

/**
 * The student's working in a text. `isSure` false: it may be something else, and the mark of its first line
 * decides.
 */
export function attemptIn(
  text: string,
  before: PreviousProblem | undefined,
): (Attempt & { isSure: boolean }) | undefined {
  if (text.length > longest) return undefined;
  const isAsked = wantsMarking.test(text);
  // Numbered lines are separate questions.
  if (!isAsked && (text.match(/^\s*[（(]?(?:\d{1,2}|[a-h])[.)）]\s*\S/gim) ?? []).length > 1)
    return undefined;
  const lines = linesIn(text, isAsked);
  const [first, ...rest] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined || !rest.every(isPlain)) return undefined;
  const follows = rest.length > 0 && (isAsked || isChain([bareTask(first), ...rest]) || isContinued(rest));
  const own = follows ? { problem: first, lines: rest, isSure: true } : undefined;
  if (!isPlain(first)) return own;
  if (!before)
    return own ?? (isAsked && relation.test(first) ? { problem: '', lines, isSure: true } : undefined);
  if (isAsked && lines.every(looksFinal)) return { problem: before.problem, lines, isSure: true };
  if (before.isOpen && !isSame(first, before.problem))
    return { problem: before.problem, lines, isSure: isAsked || looksFinal(last) };
  return own ?? (isAsked ? { problem: before.problem, lines, isSure: true } : undefined);
}

const bareTask = (line: string) => line.replace(/^[^\d=＝(a-z\\-]+|^(?:solve|find)\b\s*/giu, '');
const isSame = (line: string, problem: string) =>
  problem.replace(/\s/g, '').endsWith(line.replace(/\s/g, ''));
