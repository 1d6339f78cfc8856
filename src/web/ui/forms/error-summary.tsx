import { type Ref, useEffect, useRef } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';

export type Problem = { field: string; label?: string; message: string };

type ProblemListProps = {
  ref?: Ref<HTMLDivElement>;
  problems: readonly Problem[];
  onJump: (field: string) => void;
};

/** All validation errors in one place that screen readers announce first; each links to its field. */
export function ProblemList({ ref, problems, onJump }: ProblemListProps) {
  const t = useTranslate();
  if (problems.length === 0) return null;
  const title = t('ui.problems', { count: problems.length });
  return (
    <div
      ref={ref}
      role="alert"
      aria-label={title}
      tabIndex={-1}
      className="mb-6 rounded-card border border-seal/50 bg-seal-soft p-4 outline-none"
    >
      <p className="font-semibold text-ink">{title}</p>
      <ul className="mt-1">
        {problems.map(({ field, label, message }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault();
                onJump(field);
              }}
              className="inline-flex min-h-11 items-center text-ink text-sm underline underline-offset-4"
            >
              {label === undefined ? message : t('form.pair', { label, value: message })}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export type FieldProblems = Partial<Record<string, string>>;

/** For a form of one step whose field ids are prefixed names: takes the focus each time the form was refused. */
export function ErrorSummary({ problems, prefix }: { problems: FieldProblems; prefix: string }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the form was refused
  useEffect(() => box.current?.focus(), [problems]);
  const found = Object.entries(problems).flatMap(([name, message]) =>
    message ? [{ field: prefix + name, message }] : [],
  );
  return <ProblemList ref={box} problems={found} onJump={focusField} />;
}

/** Focuses a field by its id; a group is focused at its first control. */
export function focusField(id: string) {
  const found = document.getElementById(id);
  if (!found) return false;
  const control = found.matches('fieldset')
    ? (found.querySelector<HTMLElement>('input:checked, input, select, textarea, button') ?? found)
    : found;
  control.focus({ preventScroll: true });
  found.scrollIntoView({ block: 'center' });
  return true;
}
