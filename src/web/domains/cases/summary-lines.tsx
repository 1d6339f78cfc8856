import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import { FieldError } from '#web/ui/forms/field.tsx';
import { lineId } from '#web/ui/stepped-form/use-summary-form.ts';
import type { CaseLine } from './case-lines.ts';

type LinesProps = {
  title: string;
  lines: readonly CaseLine[];
  /** Marks what was filled in for the family. */
  marksDefaults: boolean;
  errorOf: (line: string) => string | undefined;
  open: string | undefined;
  onOpen: (line: string) => void;
  /** The open editor on a wide screen, below its line. */
  editor: ReactNode;
  /** Below the value of a line, such as the usual price. */
  notes?: Partial<Record<string, ReactNode>>;
};

/** Some lines of the summary in one card; each is a button that opens its editor. */
export function SummaryLines({
  title,
  lines,
  marksDefaults,
  errorOf,
  open,
  onOpen,
  editor,
  notes,
}: LinesProps) {
  const t = useTranslate();
  return (
    <section aria-label={title} className="overflow-hidden rounded-card border border-line bg-sheet">
      <h2 className="px-4 pt-3 pb-1 text-base lg:px-5">{title}</h2>
      <ul className="divide-y divide-line">
        {lines.map((line) => {
          const error = errorOf(line.id);
          const note = notes?.[line.id];
          return (
            <li key={line.id}>
              <button
                type="button"
                id={lineId(line.id)}
                aria-haspopup="dialog"
                aria-expanded={open === line.id}
                aria-describedby={error ? `${lineId(line.id)}-error` : undefined}
                onClick={() => onOpen(line.id)}
                className="grid min-h-[max(3.25rem,44px)] w-full grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 text-left transition-colors hover:bg-paper-2 lg:grid-cols-[10rem_minmax(0,1fr)_auto] lg:px-5"
              >
                <span className="text-ink-2 text-sm">{line.label}</span>
                <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                  <span
                    className={cx(
                      'line-clamp-3 whitespace-pre-line break-words',
                      line.isMissing ? 'text-seal' : line.id === 'price' && 'font-semibold tabular-nums',
                    )}
                  >
                    {line.isMissing ? t('caseForm.choose') : line.value}
                  </span>
                  {marksDefaults && line.isDefault && (
                    <span className="whitespace-nowrap text-ink-2 text-xs">{t('caseForm.default')}</span>
                  )}
                  {note}
                </span>
                <ChevronRight
                  size="1.125rem"
                  className={cx(
                    'shrink-0 text-ink-2 transition-transform',
                    open === line.id && 'lg:rotate-90',
                  )}
                />
              </button>
              {error && (
                <div className="px-4 pb-3 lg:pl-[calc(10rem+2rem)]">
                  <FieldError id={`${lineId(line.id)}-error`}>{error}</FieldError>
                </div>
              )}
              {open === line.id && editor}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
