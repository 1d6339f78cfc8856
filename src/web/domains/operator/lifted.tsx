import type { Consequences } from '#shared/safety/standing.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { partsOf } from './standing-form.tsx';

export type LiftResult = { restored: Consequences; lost: Consequences };

/** After a ban or suspension was lifted: what is as before again, and what does not come back. */
export function Lifted({ result: { restored, lost } }: { result: LiftResult }) {
  const t = useTranslate();
  return (
    <Notice tone="jade" role="status" className="grid gap-1">
      <p>{t('operator.standing.restored', { what: wordsOf(t, restored) })}</p>
      <p>{t('operator.standing.lost', { what: wordsOf(t, lost) })}</p>
    </Notice>
  );
}

function wordsOf(t: Translate, counts: Consequences) {
  const words = partsOf(counts).map(({ part, count }) => t(`operator.standing.counted.${part}`, { count }));
  return words.join(t('operator.standing.and')) || t('operator.standing.nothing');
}
