import { useState } from 'react';
import { dayOf, type Month } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import type { FeeAccount, FeePayment } from '#shared/money/fees.ts';
import { type Action, useAction } from '#web/ground/api/use-action.ts';
import { newKey } from '#web/ground/drafts.ts';
import { money } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { lengthWords, shortDay, span, whenWords } from '../format.ts';
import { type ClassNames, classWords } from '../load-classes.ts';
import { feeClassName } from './load-fees.ts';
import { PaymentCode } from './payment-code.tsx';

type AccountCardProps = {
  account: FeeAccount;
  month: Month;
  side: Side;
  name: string;
  names: ClassNames;
  /** Whether its button is the one thing to do on this screen. */
  isMain: boolean;
  onChanged: () => Promise<unknown>;
};

/** What one tutor gets from one family in a month: classes, sum, what was paid, and the one next step. */
export function AccountCard({ account, month, side, name, names, isMain, onChanged }: AccountCardProps) {
  const t = useTranslate();
  const action = useAction({ refresh: onChanged });
  const { open, amount, payments, classes, fps } = account;
  const marked = payments.filter(({ received_at }) => received_at === null);
  return (
    <Card as="section" aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 break-words text-lg">{name}</h3>
        <StateOf account={account} />
      </div>
      <ul className="grid gap-3">
        {classes.map((cls) => (
          <ClassLines
            key={cls.id}
            cls={cls}
            name={feeClassName(cls, names, classWords(t, 'classes.and'))}
            heading={name}
            isOnly={classes.length === 1}
          />
        ))}
      </ul>
      <p className="flex items-baseline justify-between gap-3 border-line border-t pt-3">
        <span>{t('fees.total')}</span>
        <span className="whitespace-nowrap font-bold font-serif text-xl tabular-nums">{money(amount)}</span>
      </p>
      {payments.map((payment) => (
        <PaymentLine key={payment.id} payment={payment} side={side} action={action} />
      ))}
      {open < 0 && <p className="text-sm">{t('fees.over', { amount: money(-open) })}</p>}
      {open > 0 && payments.length > 0 && (
        <p className="text-sm">{t('fees.less', { amount: money(open) })}</p>
      )}
      {side === 'family' && open > 0 && <PaymentCode fps={fps} amount={open} />}
      <ProblemNotice>{action.problem}</ProblemNotice>
      {side === 'tutor' &&
        marked.map((payment) => (
          <ReceiveButton key={payment.id} payment={payment} name={name} isMain={isMain} action={action} />
        ))}
      {open > 0 && (side === 'family' || marked.length === 0) && (
        <MarkButton
          account={account}
          month={month}
          side={side}
          name={name}
          isMain={isMain && side === 'family'}
          action={action}
        />
      )}
    </Card>
  );
}

type State = 'open' | 'marked' | 'received' | 'less' | 'none';

function StateOf({ account: { open, marked, received, payments } }: { account: FeeAccount }) {
  const t = useTranslate();
  const [state, tone]: [State, ChipTone] =
    open !== 0 && payments.length > 0
      ? ['less', 'amber']
      : open > 0
        ? ['open', 'amber']
        : marked > 0
          ? ['marked', 'neutral']
          : received > 0
            ? ['received', 'jade']
            : ['none', 'neutral'];
  return <Chip tone={tone}>{t(`fees.state.${state}`)}</Chip>;
}

type FeeClass = FeeAccount['classes'][number];

type ClassLinesProps = { cls: FeeClass; name: string; heading: string; isOnly: boolean };

/** A class and what it comes to; the only one needs no sum of its own, nor the name that stands above it. */
function ClassLines({ cls, name, heading, isOnly }: ClassLinesProps) {
  const t = useTranslate();
  const { totals, lessons } = cls;
  return (
    <li className="grid">
      {name !== heading && (
        <div className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 break-words">{name}</span>
          {!isOnly && <span className="whitespace-nowrap tabular-nums">{money(totals.amount)}</span>}
        </div>
      )}
      <details className="text-sm">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 text-ink-2">
          <span>{t('fees.counted', { count: totals.lessons, length: lengthWords(t, totals.minutes) })}</span>
          <span className="underline decoration-ink-2/50 underline-offset-4">{t('fees.each')}</span>
        </summary>
        <ul className="border-line border-l pl-3">
          {lessons.map((lesson) => (
            <LessonLine key={lesson.id} lesson={lesson} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function LessonLine({ lesson }: { lesson: FeeClass['lessons'][number] }) {
  const t = useTranslate();
  const { locale } = useShell();
  const { id, started_at, ended_at, minutes, charged_minutes, amount, state, is_added } = lesson;
  const counts = state === 'confirmed' || (state === 'awaiting' && !is_added);
  const note = counts
    ? charged_minutes !== minutes && t('fees.charged', { length: lengthWords(t, charged_minutes ?? 0) })
    : t(state === 'disputed' ? 'fees.notCounted' : 'fees.toConfirm');
  return (
    <li className="flex items-center justify-between gap-3">
      <PageLink
        to={`/clock-in/${id}`}
        className="inline-flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 hover:underline"
      >
        <span className="whitespace-nowrap">{shortDay(dayOf(started_at), locale)}</span>
        <span className="whitespace-nowrap">{span(started_at, ended_at)}</span>
        {note && <span className="text-ink-2 text-xs">{note}</span>}
      </PageLink>
      <span className="whitespace-nowrap tabular-nums">{counts ? money(amount ?? 0) : '—'}</span>
    </li>
  );
}

type PaymentLineProps = { payment: FeePayment; side: Side; action: Action };

/** Who marked what and when, and a way back while there is one. */
function PaymentLine({ payment, side, action }: PaymentLineProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { id, received_at, made_at, may_undo } = payment;
  const amount = money(payment.amount);
  const what = received_at ? 'received' : 'made';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-card bg-paper-2 px-3 py-1.5 text-sm">
      <p className="min-w-0 py-1">
        {t(`fees.mark.${side}.${what}`, { amount, when: whenWords(received_at ?? made_at, locale) })}
      </p>
      {may_undo && (
        <Button
          variant="quiet"
          size="compact"
          className="ml-auto"
          aria-label={t('fees.undoNamed', { amount })}
          onClick={() =>
            void action.run(
              (api) => api('PUT /api/users/payments/{id}/undo', { params: { id } }),
              t('fees.undone'),
            )
          }
        >
          {t('fees.undo')}
        </Button>
      )}
    </div>
  );
}

type ReceiveProps = { payment: FeePayment; name: string; isMain: boolean; action: Action };

function ReceiveButton({ payment: { id, amount: sum }, name, isMain, action }: ReceiveProps) {
  const t = useTranslate();
  const amount = money(sum);
  return (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      loading={action.busy}
      aria-label={t('fees.receiveNamed', { amount, name })}
      onClick={() =>
        void action.run(
          (api) => api('PUT /api/users/payments/{id}/receive', { params: { id } }),
          t('fees.receiveDone'),
        )
      }
    >
      {t('fees.receive', { amount })}
    </Button>
  );
}

type MarkProps = Pick<AccountCardProps, 'account' | 'month' | 'side' | 'name' | 'isMain'> & {
  action: Action;
};

/** The family has paid what is open; the tutor has got it in another way. */
function MarkButton({ account: { class_id, open }, month, side, name, isMain, action }: MarkProps) {
  const t = useTranslate();
  // One key for all tries: what is sent again counts once.
  const [key, setKey] = useState(newKey);
  const amount = money(open);
  const isPaid = side === 'family';
  const mark = async () => {
    const done = await action.run(
      (api) =>
        api('POST /api/users/classes/{id}/payments', {
          params: { id: class_id },
          body: { month, amount: open, key },
        }),
      t(isPaid ? 'fees.paidDone' : 'fees.receiveDone'),
    );
    if (done) setKey(newKey());
  };
  return (
    <div className="grid gap-1.5">
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        loading={action.busy}
        aria-label={t(isPaid ? 'fees.paidNamed' : 'fees.byHandNamed', { amount, name })}
        onClick={() => void mark()}
      >
        {t(isPaid ? 'fees.paid' : 'fees.byHand', { amount })}
      </Button>
      <p className="text-ink-2 text-sm">{t(isPaid ? 'fees.paidHelp' : 'fees.byHandHelp')}</p>
    </div>
  );
}
