import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { focusField, type Problem } from '../forms/error-summary.tsx';
import type { Check, Errors } from './schema-check.ts';
import { fieldId, messageAt, touches, withParents } from './schema-check.ts';
import { useCheck } from './use-check.ts';
import { type Beginning, useDraft } from './use-draft.ts';

type FormStep = {
  title: string;
  /** A longer title, for the step itself. */
  heading?: string;
  /** The first segments of its field paths: child_info includes child_info.0.grade. */
  fields: readonly string[];
  /** False where nothing has been added yet to a step that may stay empty. */
  hasContent?: boolean;
};

type Options<Values extends object> = {
  draft: { name: string; owner: number; begin?: (() => Beginning<Values> | undefined) | undefined };
  initial: Values;
  version: number | null;
  steps: readonly FormStep[];
  loadCheck: () => Promise<Check<Values>>;
  labelOf: (field: string, values: Values) => string;
};

/** Where the focus moves once the step is rendered. */
type Goal = 'heading' | 'summary' | { field: string };

/** A long form in steps: the current step is in the address, the input is stored on the device. */
export function useSteppedForm<Values extends object>(options: Options<Values>) {
  const { steps, labelOf } = options;
  const draft = useDraft({ ...options.draft, initial: options.initial, version: options.version });
  const { values } = draft;
  const [search, setSearch] = useSearchParams();
  // Who comes back without a step in the address goes on where the form was left.
  const [begunAt] = useState(draft.step ?? 0);
  const step = stepIn(search, steps.length) ?? Math.min(begunAt, steps.length - 1);
  const { standAt } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function each time; what it does depends on these
  useEffect(() => standAt(step), [step, draft.isUnsaved]);

  const { check, ready } = useCheck(options.loadCheck);
  const [refused, setRefused] = useState<Errors>({});
  const [attempted, setAttempted] = useState<readonly number[]>([]);
  const [blurred, setBlurred] = useState<readonly string[]>([]);

  const stepOf = (field: string) => {
    const found = steps.findIndex(({ fields }) => fields.includes(field.split('.')[0] ?? ''));
    return found < 0 ? steps.length - 1 : found;
  };
  const fieldOrder = steps.flatMap(({ fields }) => fields);
  const placeOf = (field: string) => fieldOrder.indexOf(field.split('.')[0] ?? '');
  const everything: Errors = { ...check?.(values), ...refused };
  const shown = Object.fromEntries(
    Object.entries(everything).filter(
      ([field]) =>
        field in refused || attempted.includes(stepOf(field)) || blurred.some((path) => touches(path, field)),
    ),
  );

  // A step that was never opened is not done, even if its defaults are valid.
  const [furthest, setFurthest] = useState(options.version === null ? step : steps.length);
  if (step > furthest) setFurthest(step);

  const { summary, heading, aim } = useGoal(step);
  const goTo = (to: number, goal: Goal = 'heading') => {
    aim(goal, to);
    if (to !== step) setSearch({ step: String(to + 1) });
  };
  const refuse = (errors: Errors, only?: number) => {
    const fields = Object.keys(errors);
    setAttempted((before) => [...before, ...(only === undefined ? fields.map(stepOf) : [only])]);
    goTo(only ?? Math.min(...fields.map(stepOf)), 'summary');
  };

  return {
    draft,
    values,
    steps,
    step,
    goTo,
    summary,
    heading,
    done: steps.map(
      ({ hasContent = true }, index) =>
        hasContent &&
        index < steps.length - 1 &&
        index < furthest &&
        check !== undefined &&
        !isIn(everything, index, stepOf),
    ),
    errorAt: (path: string) => messageAt(shown, path),
    /** The errors of this step, and the server's errors of all steps. */
    problems: Object.entries(shown)
      .filter(([field]) => field in refused || (stepOf(field) === step && attempted.includes(step)))
      .sort(([a], [b]) => placeOf(a) - placeOf(b))
      .map(([field, message]): Problem => ({ field, message, label: labelOf(field, values) })),
    jump: (field: string) => goTo(stepOf(field), { field }),
    change(patch: Partial<Values>, changed: readonly string[] = Object.keys(patch)) {
      draft.change(patch);
      setRefused((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([field]) => !changed.some((path) => touches(path, field))),
        ),
      );
    },
    /** A field with input that loses the focus shows its errors from then on. */
    onBlur({ target }: FocusEvent<HTMLElement>) {
      const path = target.closest<HTMLElement>('[data-field]')?.dataset.field;
      const filled = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (path && filled && target.value !== '') setBlurred((before) => [...before, path]);
    },
    async next() {
      const errors = (await ready())?.(values) ?? {};
      if (isIn(errors, step, stepOf)) refuse(errors, step);
      else goTo(step + 1);
    },
    /** Whether everything is valid; if not, moves to the first invalid field. */
    async isComplete() {
      const errors = (await ready())?.(values) ?? {};
      if (Object.keys(errors).length === 0) return true;
      refuse(errors);
      return false;
    },
    /** Shows the server's errors for fields. */
    refused(errors: Errors) {
      setRefused(errors);
      refuse(errors);
    },
    startAgain() {
      draft.startAgain();
      setRefused({});
      setAttempted([]);
      setBlurred([]);
      goTo(0);
    },
  };
}

const isIn = (errors: Errors, step: number, stepOf: (field: string) => number) =>
  Object.keys(errors).some((field) => stepOf(field) === step);

function stepIn(search: URLSearchParams, count: number) {
  const number = Number(search.get('step'));
  return Number.isInteger(number) && number >= 1 && number <= count ? number - 1 : undefined;
}

/**
 * Moves the focus after the step has changed or a request to leave it was refused: to heading, summary or a
 * field.
 */
function useGoal(step: number) {
  const summary = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [goal, setGoal] = useState<{ goal: Goal; step: number }>();
  const shownStep = useRef(step);

  useEffect(() => {
    // The address changes a little later than the goal.
    if (goal && goal.step !== step) return;
    const moved = shownStep.current !== step;
    shownStep.current = step;
    if (!goal && !moved) return;
    const to = goal?.goal ?? 'heading';
    if (typeof to === 'object') {
      if (withParents(to.field).some((path) => focusField(fieldId(path)))) return setGoal(undefined);
    }
    const element = to === 'summary' ? (summary.current ?? heading.current) : heading.current;
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
    setGoal(undefined);
  }, [goal, step]);

  return { summary, heading, aim: (next: Goal, at: number) => setGoal({ goal: next, step: at }) };
}
