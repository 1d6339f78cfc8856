import { useId, useState } from 'react';
import { alreadySuspended, notAllowed } from '#shared/codes/numbers.ts';
import { addDays, formatDay, today } from '#shared/hong-kong.ts';
import { causes, mostSuspendedDays } from '#shared/safety/limits.ts';
import type { Cause, Consequences } from '#shared/safety/standing.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { newKey } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Skeleton } from '#web/ui/feedback/waiting.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import { DateInput } from '#web/ui/forms/date-input.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useStoredForm } from '#web/ui/forms/stored-form.ts';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { Problem } from './parts.tsx';

const kinds = ['warning', 'suspension', 'ban'] as const;
type Kind = (typeof kinds)[number];
type Chosen = { kind: Kind; cause: Cause; until: string; reason: string };
type StandingFormProps = { userId: number; isSuspended: boolean };

/** Warn, suspend or ban: the sheet lists what follows before anything is done. */
export function StandingForm({ userId, isSuspended }: StandingFormProps) {
  const t = useTranslate();
  const { form, change, forget } = useStoredForm(`mingshi:operator:standing:${userId}`, { reason: '' });
  const [kind, setKind] = useState<Kind>('warning');
  const [cause, setCause] = useState<Cause>('conduct');
  const [until, setUntil] = useState(() => addDays(today(), 14));
  const [missing, setMissing] = useState<{ reason?: string; until?: string }>({});
  const [asked, setAsked] = useState<Chosen & { key: string }>();
  const [open, setOpen] = useState(false);
  const ids = { kind: useId(), reason: useId(), until: useId() };
  const offered = isSuspended ? kinds.filter((one) => one !== 'suspension') : kinds;

  const look = () => {
    const reason = form.reason.trim();
    const isPossible = until >= today() && until <= addDays(today(), mostSuspendedDays);
    const wrong = {
      ...(kind === 'suspension' && !isPossible && { until: t('operator.standing.untilWrong') }),
      ...(reason === '' && { reason: t('operator.standing.reasonNeeded') }),
    };
    setMissing(wrong);
    const first = wrong.until ? ids.until : wrong.reason ? ids.reason : undefined;
    if (first) return document.getElementById(first)?.focus();
    setAsked({ kind, cause, until, reason, key: newKey() });
    setOpen(true);
  };
  return (
    <>
      <SendForm onSend={look} className="grid gap-4">
        <ChoiceCards
          id={ids.kind}
          legend={t('operator.standing.kind')}
          choices={offered.map((one) => ({
            value: one,
            label: t(`operator.standing.kinds.${one}`),
            text: t(`operator.standing.kindText.${one}`),
          }))}
          value={kind}
          columns="grid-cols-1"
          onChoose={setKind}
        />
        <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-3">
          <Field label={t('operator.standing.cause')}>
            <Select
              value={cause}
              onChange={(event) => setCause(event.target.value as Cause)}
              options={causes
                .map((one) => `<option value=${one}>${t(`operator.standing.causes.${one}`)}`)
                .join('')}
            />
          </Field>
          {kind === 'suspension' && (
            <Field id={ids.until} label={t('operator.standing.until')} error={missing.until}>
              <DateInput
                value={until}
                min={today()}
                max={addDays(today(), mostSuspendedDays)}
                onChange={setUntil}
              />
            </Field>
          )}
        </div>
        <Field
          id={ids.reason}
          label={t('operator.standing.reason')}
          help={t('operator.standing.reasonHelp')}
          error={missing.reason}
        >
          <Textarea
            rows={4}
            maxLength={500}
            value={form.reason}
            onChange={(event) => change({ reason: event.target.value.replace(/\s*\n\s*/g, ' ') })}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary">
            {t('operator.standing.look')}
          </Button>
          <Button
            variant="quiet"
            onClick={() => change({ reason: t(`operator.standing.templates.${cause}`) })}
          >
            {t('operator.standing.useTemplate')}
          </Button>
        </div>
      </SendForm>
      {asked && (
        <ConsequenceSheet
          key={asked.key}
          userId={userId}
          chosen={asked}
          formKey={asked.key}
          open={open}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            forget();
          }}
        />
      )}
    </>
  );
}

type SheetProps = {
  userId: number;
  chosen: Chosen;
  formKey: string;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
};

function ConsequenceSheet({ userId, chosen, formKey, open, onClose, onDone }: SheetProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { kind, cause, until, reason } = chosen;
  const { run, busy, problem } = useAction({
    refresh: true,
    messages: {
      [notAllowed]: t('operator.bans.own'),
      [alreadySuspended]: t('operator.standing.already'),
    },
  });
  const send = async () => {
    const done = await run(
      (api) => sendMeasure(api, userId, { ...chosen, key: formKey }),
      t(`operator.standing.done.${kind}`),
    );
    if (done) onDone();
  };
  const isSafety = cause === 'child_safety';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(`operator.standing.confirm.${kind}`)}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('operator.cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={send}>
            {t(`operator.standing.do.${kind}`)}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <Problem>{problem}</Problem>
        <p>{t(`operator.standing.means.${kind}`, { day: formatDay(until, locale) })}</p>
        {kind !== 'warning' && (
          <>
            <Following userId={userId} query={{ measure: kind, cause, until }} />
            <p>{t(isSafety ? 'operator.standing.otherSafety' : 'operator.standing.other')}</p>
          </>
        )}
        <div>
          <p className="text-ink-2 text-sm">{t('operator.standing.theyRead')}</p>
          <p className="border-line border-l-2 pl-3">{reason}</p>
        </div>
      </div>
    </Sheet>
  );
}

const sendMeasure = (
  api: Api,
  id: number,
  { kind, cause, until, reason, key }: Chosen & { key: string },
): Promise<unknown> => {
  if (kind === 'ban') return api('POST /api/operator/bans', { body: { user_id: id, cause, reason } });
  if (kind === 'warning')
    return api('POST /api/operator/users/{id}/warn', { params: { id }, body: { cause, reason, key } });
  return api('POST /api/operator/users/{id}/suspend', {
    params: { id },
    body: { cause, reason, until, key },
  });
};

type Query = { measure: 'suspension' | 'ban'; cause: Cause; until: string };

/** What would follow, counted on the server; nothing is changed by looking. */
function Following({ userId, query }: { userId: number; query: Query }) {
  const t = useTranslate();
  const { value, problem, reading, reload } = useRemote({
    key: `${query.measure} ${query.cause} ${query.until}`,
    read: (api) => api('GET /api/operator/users/{id}/consequences', { params: { id: userId }, query }),
  });
  if (problem !== undefined && !value) return <ErrorState onRetry={reload} retrying={reading} />;
  if (!value) return <Skeleton className="h-32" />;
  const follows = partsOf(value);
  return (
    <section aria-label={t('operator.standing.follows')}>
      <h3 className="mb-1 text-base">{t('operator.standing.follows')}</h3>
      {follows.length === 0 ? (
        <p className="text-ink-2 text-sm">{t('operator.standing.nothingFollows')}</p>
      ) : (
        <ul className="grid gap-1 text-sm">
          {follows.map(({ part, count }) => (
            <li key={part} className="flex justify-between gap-3 border-line border-t py-1 first:border-t-0">
              <span>{t(`operator.standing.${query.measure}.${part}`)}</span>
              <span className="font-semibold tabular-nums">{count}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const parts = [
  'matches',
  'classes',
  'lessons',
  'conversations',
  'applications',
  'invitations',
  'listings',
  'cases',
] as const satisfies (keyof Consequences)[];

/** The parts that are touched at all. */
export const partsOf = (counts: Consequences) =>
  parts.map((part) => ({ part, count: counts[part] })).filter(({ count }) => count > 0);
