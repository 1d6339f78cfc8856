import type { ReactNode } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Card } from '../card.tsx';

export type SummaryRow = {
  label: string;
  /** In words; two versions are compared by it. */
  value: string;
  /** Shown instead of the words. */
  picture?: ReactNode;
};
export type SummarySection = { title: string; step: number; rows: readonly SummaryRow[] };

/** Everything that was filled in, with a button to edit each part. */
export function SummaryList({
  sections,
  onEdit,
}: {
  sections: readonly SummarySection[];
  onEdit: (step: number) => void;
}) {
  const t = useTranslate();
  return (
    <div className="grid gap-4">
      {sections.map(({ title, step, rows }) => (
        <Card key={`${step} ${title}`} as="section" className="py-3">
          <div className="flex items-center justify-between gap-3">
            <h3 className="text-base">{title}</h3>
            <button
              type="button"
              onClick={() => onEdit(step)}
              className="min-h-11 min-w-11 shrink-0 text-sm underline underline-offset-4"
            >
              {t('form.edit')}
              <span className="sr-only">{title}</span>
            </button>
          </div>
          <dl className="grid gap-x-4 gap-y-1 text-sm lg:grid-cols-[10rem_1fr]">
            {rows.map(({ label, value, picture }) => (
              <div key={label} className="contents max-lg:grid max-lg:grid-cols-[6rem_1fr] max-lg:gap-3">
                <dt className="text-ink-2">{label}</dt>
                <dd className="whitespace-pre-wrap">
                  {picture ? (
                    <>
                      {picture}
                      <span className="sr-only">{value}</span>
                    </>
                  ) : (
                    value
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </div>
  );
}
