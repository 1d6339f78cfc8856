import { useState } from 'react';
import { conflict } from '#shared/codes/numbers.ts';
import type { Ban } from '#shared/safety/standing.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { type Column, ConsoleTable } from './console-table.tsx';
import { Lifted, type LiftResult } from './lifted.tsx';
import { Problem, Timestamp, UserLink } from './parts.tsx';

export function BanList({ bans, withUser = false }: { bans: readonly Ban[]; withUser?: boolean }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { run, busy, problem } = useAction({
    refresh: true,
    messages: { [conflict]: t('operator.bans.liftGone') },
  });
  const [lifted, setLifted] = useState<LiftResult>();
  const lift = async (id: number) => {
    const confirmed = await ask({
      title: t('operator.bans.liftTitle'),
      message: t('operator.bans.liftText'),
      confirmLabel: t('operator.bans.lift'),
      cancelLabel: t('operator.cancel'),
    });
    if (!confirmed) return;
    await run((api) => api('POST /api/operator/bans/{id}/lift', { params: { id } }), setLifted);
  };
  const whom: Column<Ban> = {
    head: t('operator.bans.whom'),
    cell: ({ user_id }) => (user_id === null ? t('operator.bans.noAccount') : <UserLink id={user_id} />),
  };
  const columns: Column<Ban>[] = [
    {
      head: t('operator.bans.reason'),
      lead: true,
      wide: true,
      cell: ({ reason }) => <span className="font-semibold">{reason}</span>,
    },
    ...(withUser ? [whom] : []),
    { head: t('operator.standing.cause'), cell: ({ cause }) => t(`operator.standing.causes.${cause}`) },
    {
      head: t('operator.users.status'),
      cell: ({ lifted_at }) =>
        lifted_at === null ? (
          <Chip tone="seal">{t('operator.bans.standing')}</Chip>
        ) : (
          <Chip>{t('operator.bans.isLifted')}</Chip>
        ),
    },
    { head: t('operator.bans.at'), numeric: true, cell: ({ banned_at }) => <Timestamp at={banned_at} /> },
    {
      head: t('operator.bans.lifted'),
      numeric: true,
      cell: ({ id, lifted_at }) =>
        lifted_at === null ? (
          <Button size="compact" loading={busy} onClick={() => void lift(id)}>
            {t('operator.bans.lift')}
          </Button>
        ) : (
          <Timestamp at={lifted_at} />
        ),
    },
  ];
  return (
    <div className="grid gap-3">
      <Problem>{problem}</Problem>
      {lifted && <Lifted result={lifted} />}
      <ConsoleTable
        caption={t('operator.bans.title')}
        columns={columns}
        rows={bans}
        rowKey={({ id }) => id}
      />
    </div>
  );
}
