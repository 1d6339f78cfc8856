import type { ChecksPart } from '#shared/chat/parts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Prose } from '../prose.tsx';

/**
 * The result of checking the computations in a model's answer by computer algebra: how many are true, and
 * which are not.
 */
export function ChecksCard({ data: { checked, mismatches } }: { data: ChecksPart['data'] }) {
  const t = useTranslate();
  const agreed = checked > 0 && (
    <p className="text-jade text-sm">
      <span aria-hidden>✔ </span>
      {t('chatAnswer.agreed', { count: checked })}
    </p>
  );
  if (mismatches.length === 0) return agreed || null;
  return (
    <Notice tone="amber" role="note" className="grid gap-2">
      <p className="font-semibold">{t('chatAnswer.mismatches', { count: mismatches.length })}</p>
      <ul className="grid gap-2">
        {mismatches.map(({ statement, start, explanation }) => (
          <li key={`${start} ${statement}`}>
            <Prose text={asFormula(statement)} />
            <p className="text-ink-2">{explanation}</p>
          </li>
        ))}
      </ul>
      {agreed}
    </Notice>
  );
}

/** As in the answer: with its own delimiters, or plain. */
const asFormula = (statement: string) =>
  /^(?:\\[([]|\$)/.test(statement.trim()) || !/\\[A-Za-z]|\^/.test(statement)
    ? statement
    : `\\(${statement}\\)`;
