import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { focusField, type Problem } from '../forms/error-summary.tsx';
import { type Check, type Errors, fieldId, messageAt, touches, withParents } from './schema-check.ts';
import { useCheck } from './use-check.ts';
import { type Beginning, useDraft } from './use-draft.ts';

type Options<Values extends object> = {
  draft: { name: string; owner: number; begin?: (() => Beginning<Values> | undefined) | undefined };
  initial: Values;
  version: number | null;
  loadCheck: () => Promise<Check<Values>>;
  /** What the rules are checked against: the values with what is filled in for those left open. */
  complete: (values: Values) => Values;
  labelOf: (field: string, values: Values) => string;
  /** The line whose editor has this field. */
  lineOf: (field: string, values: Values) => string | undefined;
};

export const lineId = (line: string) => `line-${line.replaceAll('.', '-')}`;

/** A form on one page: each line shows its value and opens its editor; the input is stored on the device. */
export function useSummaryForm<Values extends object>(options: Options<Values>) {
  const { labelOf, lineOf, complete } = options;
  const draft = useDraft({ ...options.draft, initial: options.initial, version: options.version });
  const { values } = draft;
  const { check, ready } = useCheck(options.loadCheck);
  const [refused, setRefused] = useState<Errors>({});
  const [attempted, setAttempted] = useState(false);
  const [blurred, setBlurred] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<string>();
  const summary = useRef<HTMLDivElement>(null);
  const [goal, setGoal] = useState<'summary' | { field: string } | { line: string }>();

  const everything: Errors = { ...check?.(complete(values)), ...refused };
  const shown = Object.fromEntries(
    Object.entries(everything).filter(
      ([field]) => field in refused || attempted || blurred.some((path) => touches(path, field)),
    ),
  );

  useEffect(() => {
    if (!goal) return;
    setGoal(undefined);
    if (goal === 'summary') {
      summary.current?.focus({ preventScroll: true });
      summary.current?.scrollIntoView({ block: 'nearest' });
    } else if ('line' in goal) document.getElementById(lineId(goal.line))?.focus();
    else withParents(goal.field).some((path) => focusField(fieldId(path)));
  }, [goal]);

  return {
    draft,
    values,
    summary,
    open,
    /** Opens the editor of a line, or closes the open one. */
    show: (line: string | undefined) => setOpen(line),
    /** Closes the editor and returns the focus to its line. */
    close() {
      setOpen(undefined);
      if (open !== undefined) setGoal({ line: open });
    },
    errorAt: (path: string) => messageAt(shown, path),
    /** The first message of a line. */
    errorOf: (line: string) => Object.entries(shown).find(([field]) => lineOf(field, values) === line)?.[1],
    problems: Object.entries(shown)
      .filter(([field]) => field in refused || attempted)
      .map(([field, message]): Problem => ({ field, message, label: labelOf(field, values) })),
    jump(field: string) {
      setOpen(lineOf(field, values));
      setGoal({ field });
    },
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
    /** Whether everything is valid; if not, the problems are listed and each line shows its own. */
    async isComplete() {
      const errors = (await ready())?.(complete(values)) ?? {};
      if (Object.keys(errors).length === 0) return true;
      setAttempted(true);
      setOpen(undefined);
      setGoal('summary');
      return false;
    },
    /** Shows the server's errors for fields. */
    refused(errors: Errors) {
      setRefused(errors);
      setOpen(undefined);
      setGoal('summary');
    },
    startAgain() {
      draft.startAgain();
      setRefused({});
      setAttempted(false);
      setBlurred([]);
      setOpen(undefined);
    },
  };
}
