import { type BilingualText, bilingual, type Kind, type Solution } from '../solution.ts';
import { solve } from '../solve.ts';
import { dataTemplates } from './data.ts';
import { equationTemplates } from './equations.ts';
import { expressionTemplates } from './expressions.ts';
import { functionTemplates } from './functions.ts';
import { grade } from './grade.ts';
import { numberTemplates } from './numbers.ts';
import { shapeTemplates } from './shapes.ts';
import {
  createRandom,
  type Draft,
  displayText,
  latexOf,
  type SchoolLevel,
  solverText,
  type Template,
} from './template.ts';

/** A question of the question bank, generated from a template and solved. */
type BankQuestion = {
  readonly kind: Kind;
  readonly level: SchoolLevel;
  readonly text: BilingualText;
  /** The text for the solver. */
  readonly problem: string;
  readonly answer: string;
  readonly answerLatex: string;
  /** Choices in LaTeX, including the right one; empty where the answer is typed. */
  readonly choices: readonly string[];
};

const templates: readonly Template[] = [
  ...numberTemplates,
  ...expressionTemplates,
  ...equationTemplates,
  ...functionTemplates,
  ...shapeTemplates,
  ...dataTemplates,
];

const maxTries = 60;
/** Questions with longer answers are dropped: a student would mistype them too easily. */
const maxAnswerLength = 60;

/** The value without "x =", where a word problem asks "how many". */
const valueOnly = (solution: Solution): { answer: string; answerLatex: string } => ({
  answer: solution.answer.replace(/^x = /, ''),
  answerLatex: solution.answerLatex.replace(/^x=/, ''),
});

/**
 * The question, or the reason (text) why it is dropped: the solver declines it or reads its wordings
 * differently.
 */
function questionOf(draft: Draft, { kind, level }: Template): Omit<BankQuestion, 'choices'> | string {
  const problem = draft.problem ?? solverText(draft.zh);
  const solution = solve(problem);
  if (!solution.ok) return `declined: ${problem}: ${solution.reason.en}`;
  if (solution.kind !== kind) return `${solution.kind}, not ${kind}: ${problem}`;
  if (solution.steps.some(({ claim, checked }) => claim !== undefined && !checked))
    return `unchecked: ${problem}`;
  if (solution.answer.length > maxAnswerLength) return `long: ${problem}: ${solution.answer}`;
  if (!draft.problem)
    for (const text of [solverText(draft.en), displayText(draft.zh), displayText(draft.en)]) {
      const other = solve(text);
      if (!other.ok || other.answer !== solution.answer)
        return `read otherwise: ${text}: ${other.ok ? other.answer : other.reason.en}, not ${solution.answer}`;
    }
  const isStory = draft.problem !== undefined && kind !== 'simultaneous equations';
  const { answer, answerLatex } = isStory ? valueOnly(solution) : solution;
  return {
    kind,
    level,
    problem,
    answer,
    answerLatex,
    text: bilingual(displayText(draft.zh), displayText(draft.en)),
  };
}

/**
 * The right answer among common mistakes; undefined if a "mistake" is right after all, or two choices are
 * equal.
 */
function choicesOf({ wrong }: Draft, question: Omit<BankQuestion, 'choices'>, turn: number) {
  if (!wrong) return [];
  const offered = wrong.map(latexOf);
  const isFair =
    wrong.every((one) => grade(question, one).verdict === 'wrong') &&
    new Set([...offered, question.answerLatex]).size === wrong.length + 1;
  if (!isFair) return undefined;
  const at = turn % (offered.length + 1);
  return [...offered.slice(0, at), question.answerLatex, ...offered.slice(at)];
}

/** Questions from all templates, the same for the same seed. `report` gets the reasons for dropped drafts. */
export function makeBank(seed: number, report: (why: string) => void = () => {}): BankQuestion[] {
  const seen = new Set<string>();
  return templates.flatMap((template, index) => {
    const made: BankQuestion[] = [];
    for (let tries = 0; made.length < template.count && tries < template.count * maxTries; tries += 1) {
      const random = createRandom((seed * 1_000 + index) * 7_919 + tries * 104_729);
      const draft = template.make(random);
      if (!draft || seen.has(draft.zh)) continue;
      seen.add(draft.zh);
      const question = questionOf(draft, template);
      if (typeof question === 'string') {
        report(question);
        continue;
      }
      const choices = choicesOf(draft, question, random.between(0, 3));
      if (choices) made.push({ ...question, choices });
    }
    if (made.length < template.count)
      report(`only ${made.length} of ${template.count}: ${template.kind} ${index}`);
    return made;
  });
}
