import type { Ref } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';

export type Problem = { field: string; label: string; message: string };

type ErrorSummaryProps = {
  ref?: Ref<HTMLDivElement>;
  problems: readonly Problem[];
  onJump: (field: string) => void;
};

/** Everything that is wrong in one place; each line leads to its field. */
export function ErrorSummary({ ref, problems, onJump }: ErrorSummaryProps) {
  const t = useWords();
  if (problems.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an alert inside a form, not the result of a calculation
    <div
      ref={ref}
      role="group"
      aria-label={t('form.problems', { count: problems.length })}
      tabIndex={-1}
      className="mb-6 rounded-card border border-seal/50 bg-seal-soft p-4 outline-none"
    >
      <p className="font-semibold text-ink">{t('form.problems', { count: problems.length })}</p>
      <ul className="mt-1">
        {problems.map(({ field, label, message }) => (
          <li key={field}>
            <button
              type="button"
              onClick={() => onJump(field)}
              className="min-h-11 text-left text-ink text-sm underline underline-offset-4"
            >
              {t('form.pair', { label, value: message })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Goes to a field by its id: a group is entered at its first control. */
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
