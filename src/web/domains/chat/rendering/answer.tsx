import { type ReactNode, Suspense } from 'react';
import type { DataPart, SolutionPart } from '#shared/chat/parts.ts';
import { ChecksCard } from './cards/checks.tsx';
import { HelpCard } from './cards/help.tsx';
import { HintLadder, rungOf } from './cards/hint-ladder.tsx';
import { PlotCard, QuizCard } from './cards/lazy-cards.ts';
import { SolutionCard } from './cards/solution.tsx';
import { Steps } from './cards/steps.tsx';
import type { GradeAnswer } from './grade.ts';
import type { Block } from './markdown/block-reader.ts';
import { Prose } from './prose.tsx';

type AnswerProps = {
  /** Markdown with mathematics, as far as it has arrived. */
  text: string;
  parts: DataPart[];
  streaming: boolean;
  /** Without it, quizzes only show their questions. */
  onGrade?: GradeAnswer | undefined;
  /** The answer before this one has said who answers here. */
  isIntroduced?: boolean;
};

/**
 * An answer with all the parts beside its text. Needs the translations `chat-answer`. Parts that are known
 * before the first word are above the text, all others are added below it: nothing that is being read moves.
 */
export function Answer({ text, parts, streaming, onGrade, isIntroduced = false }: AnswerProps) {
  const solution = parts.find((part) => part.type === 'data-solution')?.data;
  const areStepsListed = solution !== undefined && listsSteps(text, solution.steps);
  const rung = solution && rungOf(text, solution);
  return (
    <div className="grid gap-4">
      {parts.map((part) => above(part, isIntroduced))}
      <Prose text={text} streaming={streaming} {...(solution && { instead: stepsOf(solution, streaming) })} />
      {rung && <HintLadder rung={rung} />}
      {parts.map((part) => below(part, { areStepsListed, streaming, onGrade }))}
    </div>
  );
}

function above(part: DataPart, isIntroduced: boolean): ReactNode {
  if (part.type === 'data-tutor')
    return isIntroduced ? null : (
      <p key={part.id} className="text-ink-2 text-sm">
        {part.data.notice}
      </p>
    );
  if (part.type === 'data-help') return <HelpCard key={part.id} data={part.data} />;
  return null;
}

type Context = { areStepsListed: boolean; streaming: boolean; onGrade: GradeAnswer | undefined };

function below(part: DataPart, { areStepsListed, streaming, onGrade }: Context): ReactNode {
  switch (part.type) {
    case 'data-solution':
      // The text may be about to list the steps itself.
      return areStepsListed || streaming ? null : <SolutionCard key={part.id} data={part.data} />;
    case 'data-plot':
      return (
        <Suspense key={part.id}>
          <PlotCard data={part.data} />
        </Suspense>
      );
    case 'data-quiz':
      return (
        <Suspense key={part.id}>
          <QuizCard data={part.data} onGrade={onGrade} />
        </Suspense>
      );
    case 'data-checks':
      return <ChecksCard key={part.id} data={part.data} />;
    default:
      return null;
  }
}

/** The list of steps in the text is replaced by the card, row by row as it is written. */
const stepsOf =
  ({ steps }: SolutionPart['data'], streaming: boolean) =>
  (block: Parameters<typeof shownSteps>[0]) => {
    const count = shownSteps(block, steps, streaming);
    return count > 0 ? <Steps steps={steps.slice(0, count)} /> : undefined;
  };

type Step = SolutionPart['data']['steps'][number];

/** Whether the text lists the steps of the solution, or has begun to. */
const listsSteps = (text: string, steps: readonly Step[]) =>
  steps[0] !== undefined && text.includes(`1. ${steps[0].text.slice(0, 12)}`);

/** How many steps a block lists: 0 unless it is exactly the list of steps. */
function shownSteps({ node, source }: Block, steps: readonly Step[], streaming: boolean) {
  if (node.type !== 'list' || !node.ordered || node.children.length > steps.length) return 0;
  // The number of the next item may arrive before its text is shown.
  const items = source
    .split(/^(?=\d{1,3}\. )/m)
    .slice(0, node.children.length)
    .map((item) => item.replace(/^\d{1,3}\. /, ''));
  if (items.length < node.children.length) return 0;
  const areStepsListed = items.every((item, index) => {
    const { text = '' } = steps[index] ?? {};
    const isLast = index === items.length - 1;
    return item.startsWith(text) || (streaming && isLast && text.startsWith(item.trimEnd()));
  });
  return areStepsListed && (streaming || items.length === steps.length) ? items.length : 0;
}
