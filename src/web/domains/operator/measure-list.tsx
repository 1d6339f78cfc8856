import { useState } from 'react';
import { conflict } from '#shared/codes/numbers.ts';
import { formatDay, today } from '#shared/hong-kong.ts';
import type { Measure } from '#shared/safety/standing.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { type Column, ConsoleTable } from './console-table.tsx';
import { Lifted, type LiftResult } from './lifted.tsx';
import { Problem, Timestamp } from './parts.tsx';

/** Warnings and suspensions of one user. */
export function MeasureList({ measures }: { measures: readonly Measure[] }) {
  const t = useTranslate();
  const { locale } = useShell();
  const ask = useMessageBox();
  const [lifted, setLifted] = useState<LiftResult>();
  const { run, busy, problem } = useAction({
    refresh: true,
    messages: { [conflict]: t('operator.standing.liftGone') },
  });
  const lift = async (id: number) => {
    const confirmed = await ask({
      title: t('operator.standing.liftTitle'),
      message: t('operator.standing.liftText'),
      confirmLabel: t('operator.standing.lift'),
      cancelLabel: t('operator.cancel'),
    });
    if (confirmed)
      await run((api) => api('POST /api/operator/measures/{id}/lift', { params: { id } }), setLifted);
  };
  const columns: Column<Measure>[] = [
    {
      head: t('operator.standing.reason'),
      lead: true,
      wide: true,
      cell: ({ reason }) => <span className="font-semibold">{reason}</span>,
    },
    { head: t('operator.standing.kind'), cell: ({ kind }) => t(`operator.standing.kinds.${kind}`) },
    { head: t('operator.standing.cause'), cell: ({ cause }) => t(`operator.standing.causes.${cause}`) },
    { head: t('operator.standing.at'), numeric: true, cell: ({ made_at }) => <Timestamp at={made_at} /> },
    {
      head: t('operator.standing.until'),
      numeric: true,
      cell: ({ until }) => (until === null ? '—' : formatDay(until, locale)),
    },
    {
      head: t('operator.users.status'),
      cell: ({ id, kind, until, lifted_at }) => {
        if (kind === 'warning') return '—';
        if (lifted_at !== null || (until ?? '') < today())
          return <Chip>{t('operator.standing.isOver')}</Chip>;
        return (
          <Button size="compact" loading={busy} onClick={() => void lift(id)}>
            {t('operator.standing.lift')}
          </Button>
        );
      },
    },
  ];
  return (
    <div className="grid gap-3">
      <Problem>{problem}</Problem>
      {lifted && <Lifted result={lifted} />}
      <ConsoleTable
        caption={t('operator.standing.title')}
        columns={columns}
        rows={measures}
        rowKey={({ id }) => id}
      />
    </div>
  );
}
