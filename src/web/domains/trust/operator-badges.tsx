import { useState } from 'react';
import { notAllowed } from '#shared/codes/numbers.ts';
import type { OperatorBadge, RevokeReason, revokeReasons } from '#shared/trust.ts';
import { Problem, Timestamp, UserLink } from '#web/domains/operator/parts.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';

// A copy of the contract's values, which would add zod to the bundle; the type keeps them equal.
const reasons: typeof revokeReasons = ['not_genuine', 'out_of_date', 'mistaken', 'asked_for', 'other'];

/** A user's badges, and a form to revoke one. */
export function OperatorBadges({ badges }: { badges: readonly OperatorBadge[] }) {
  const t = useTranslate();
  const [open, setOpen] = useState<number>();
  if (badges.length === 0) return <p className="text-ink-2 text-sm">{t('operator.badges.none')}</p>;
  return (
    <ul className="grid gap-4">
      {badges.map((badge) => (
        <li key={badge.id} className="grid gap-2 border-line border-t pt-3 first:border-t-0 first:pt-0">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">{t(`operator.badges.kind.${badge.kind}`)}</span>
            <Chip tone={badge.state === 'held' ? 'jade' : badge.state === 'revoked' ? 'seal' : 'neutral'}>
              {t(`operator.badges.state.${badge.state}`)}
            </Chip>
            <span className="text-ink-2 text-xs tabular-nums">
              {badge.since} – {badge.until}
            </span>
          </div>
          {badge.confirmed_by !== null && (
            <p className="flex flex-wrap items-center gap-x-2 text-sm">
              {t('operator.badges.confirmedBy')} <UserLink id={badge.confirmed_by} />
            </p>
          )}
          {badge.revoke_reason && (
            <p className="text-ink-2 text-sm">
              {t(`operator.badges.reason.${badge.revoke_reason}`)}
              {badge.revoke_note && ` — ${badge.revoke_note}`}{' '}
              {badge.revoked_at && <Timestamp at={badge.revoked_at} />}
            </p>
          )}
          {badge.state === 'held' &&
            (open === badge.id ? (
              <Revoke id={badge.id} onDone={() => setOpen(undefined)} />
            ) : (
              <Button className="justify-self-start" onClick={() => setOpen(badge.id)}>
                {t('operator.badges.revoke')}
              </Button>
            ))}
        </li>
      ))}
    </ul>
  );
}

function Revoke({ id, onDone }: { id: number; onDone: () => void }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { run, busy, problem, fields } = useAction({
    refresh: true,
    messages: { [notAllowed]: t('operator.badges.own') },
  });
  const [reason, setReason] = useState<RevokeReason>('not_genuine');
  const [note, setNote] = useState('');
  const revoke = async () => {
    const sure = await ask({
      title: t('operator.badges.confirmTitle'),
      message: t('operator.badges.what'),
      confirmLabel: t('operator.badges.revoke'),
      cancelLabel: t('operator.cancel'),
    });
    if (!sure) return;
    const done = await run(
      (api) => api('POST /api/operator/badges/{id}/revoke', { params: { id }, body: { reason, note } }),
      t('operator.badges.done'),
    );
    if (done) onDone();
  };
  return (
    <div className="grid gap-3">
      <Problem>{problem}</Problem>
      <Field label={t('operator.badges.why')} error={fields.reason}>
        <Select
          value={reasons.indexOf(reason) + 1}
          onChange={(event) => setReason(reasons[Number(event.target.value) - 1] ?? 'other')}
          options={optionsHtml(
            reasons.map((each, at) => ({ id: at + 1, name: t(`operator.badges.reason.${each}`) })),
          )}
        />
      </Field>
      <Field
        label={t('operator.badges.note')}
        help={t('operator.badges.noteHelp')}
        error={fields.note}
        optional
      >
        <Textarea rows={2} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={busy} onClick={revoke}>
          {t('operator.badges.revoke')}
        </Button>
        <Button onClick={onDone}>{t('operator.cancel')}</Button>
      </div>
    </div>
  );
}
