import { useState } from 'react';
import { dayOf } from '#shared/hong-kong.ts';
import { HaltChip, HaltNote } from '#web/domains/accounts/halt.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { newKey } from '#web/ground/drafts.ts';
import { money } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { wholeTimes } from '#web/ui/whole-times.tsx';
import { lengthWords, shortDay, whenWords } from './format.ts';
import type { ClassView } from './load-classes.ts';
import type { ClassOverview } from './load-overview.ts';
import { ProposalCard, ProposalLine } from './plan/proposal-card.tsx';
import { isOwn } from './plan/proposal-words.ts';
import { usePlanSheet } from './plan/use-plan-sheet.tsx';
import { NoteSheet } from './record/note-sheet.tsx';

type ClassCardsProps = {
  classes: readonly ClassView[];
  /** Reviews that may be written now. */
  reviews: ClassOverview['reviews'];
  onChanged: () => Promise<unknown>;
};

export function ClassCards({ classes, reviews, onChanged }: ClassCardsProps) {
  const t = useTranslate();
  return (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg">{t('classes.mine')}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {classes.map((cls) => (
          <ClassCard
            key={cls.id}
            cls={cls}
            review={reviews.find(({ class_id }) => class_id === cls.id)}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </section>
  );
}

type ClassCardProps = {
  cls: ClassView;
  review: ClassOverview['reviews'][number] | undefined;
  onChanged: ClassCardsProps['onChanged'];
};

function ClassCard({ cls, review, onChanged }: ClassCardProps) {
  const t = useTranslate();
  const { href, locale } = useShell();
  const { name, place, times, price, totals, isGoing, halt, asTutor, stop } = cls;
  const timesWords =
    times && cls.isOnTrial ? t('classes.timesAfterTrial', { times }) : times || t('classes.timesOpen');
  const sheet = usePlanSheet(cls, onChanged);
  const canPlan = isGoing && !halt;
  const hasTimes = times !== '' || cls.next !== null;
  return (
    <Card as="li" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5 text-sm">
      <div className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 justify-items-start gap-1">
          <h3 className="min-w-0 break-words text-base">{name}</h3>
          {cls.tag && <Chip>{cls.tag}</Chip>}
        </div>
        {halt ? (
          <HaltChip halt={halt} className="shrink-0" />
        ) : (
          <Chip tone={cls.isOnTrial ? 'amber' : isGoing ? 'jade' : 'neutral'} className="shrink-0">
            {t(cls.isOnTrial ? 'classes.trial' : isGoing ? 'classes.finish.1' : 'classes.finish.2')}
          </Chip>
        )}
      </div>
      {halt && <HaltNote halt={halt} />}
      <p>{wholeTimes(timesWords)}</p>
      {cls.next && (
        <p className="text-ink-2">
          {wholeTimes(
            t('classes.plan.next', {
              from: shortDay(dayOf(cls.next.from), locale),
              times: cls.next.times,
            }),
          )}
        </p>
      )}
      <Facts
        of={[place, t('classes.perHour', { price: money(price) }), t(`classes.feeRule.${cls.feeRule}`)]
          .filter(Boolean)
          .join(' ・ ')}
        className="text-ink-2"
      />
      {totals.lessons > 0 && (
        <p>
          {t('classes.totals', {
            count: totals.lessons,
            length: lengthWords(t, totals.minutes),
            amount: money(totals.amount),
          })}
        </p>
      )}
      {stop && (
        <p className="text-ink-2">
          {t(stop.by ? `classes.stopped.${stop.by}` : 'classes.stopped.somebody', {
            when: whenWords(stop.at, locale),
          })}
          {stop.reason && t('classes.stopped.reason', { reason: stop.reason })}
        </p>
      )}
      {review && (
        <p className="text-ink-2">
          {t('classes.review.until', { when: whenWords(review.closes_at, locale) })}
        </p>
      )}
      {canPlan &&
        cls.proposals
          .filter(({ kind }) => kind !== 'minutes')
          .map((proposal) =>
            isOwn(proposal, cls) ? (
              <ProposalCard key={proposal.id} proposal={proposal} cls={cls} onChanged={onChanged} />
            ) : (
              <ProposalLine key={proposal.id} proposal={proposal} isMine={false} />
            ),
          )}
      <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
        {review && (
          <ButtonLink to={href(`/me/review/${cls.id}`)} aria-label={t('classes.review.named', { name })}>
            {t('classes.review.write')}
          </ButtonLink>
        )}
        {canPlan && (
          <Button
            aria-label={t(hasTimes ? 'classes.plan.changeNamed' : 'classes.plan.weeklyNamed', { name })}
            // Before the weekly lessons have begun, the trial has its own proposals.
            onClick={() => sheet.ask({ kind: cls.isOnTrial && !hasTimes ? 'weekly' : 'menu' })}
          >
            {t(hasTimes ? 'classes.plan.change' : 'classes.plan.weekly')}
          </Button>
        )}
        {canPlan && asTutor && (
          <Button
            aria-label={t('classes.plan.addNamed', { name })}
            onClick={() => sheet.ask({ kind: 'add' })}
          >
            {t('classes.plan.add')}
          </Button>
        )}
        {isGoing && !halt && (
          <ButtonLink variant="secondary" to={href(`/message/${cls.interestId}`)}>
            {t('classes.message')}
          </ButtonLink>
        )}
        {isGoing && <TagClass cls={cls} onChanged={onChanged} />}
        {isGoing && asTutor && <StopClass cls={cls} onChanged={onChanged} />}
      </div>
      {sheet.sheet}
    </Card>
  );
}

/** One's own word for the class, to tell it from others at a glance. */
function TagClass({
  cls: { id, name, tag },
  onChanged,
}: {
  cls: ClassView;
  onChanged: () => Promise<unknown>;
}) {
  const t = useTranslate();
  const [typed, setTyped] = useState<string>();
  const { busy, problem, run } = useAction({ refresh: onChanged });
  const close = () => setTyped(undefined);
  const save = async () => {
    const body = { tag: typed?.trim() ?? '' };
    const saved = await run(
      (api) => api('PUT /api/users/classes/{id}/tag', { params: { id }, body }),
      t('classes.tag.saved'),
    );
    if (saved) close();
  };
  return (
    <>
      <Button variant="quiet" aria-label={t('classes.tag.named', { name })} onClick={() => setTyped(tag)}>
        {t(tag ? 'classes.tag.change' : 'classes.tag.button')}
      </Button>
      <Sheet
        open={typed !== undefined}
        onClose={close}
        title={t('classes.tag.title')}
        description={t('classes.tag.text')}
        footer={
          <div className="flex flex-col-reverse gap-2 lg:flex-row lg:justify-end">
            <Button onClick={close}>{t('classes.back')}</Button>
            <Button variant="primary" loading={busy} onClick={save}>
              {t('classes.tag.save')}
            </Button>
          </div>
        }
      >
        <div className="grid gap-3">
          <ProblemNotice>{problem}</ProblemNotice>
          <Field label={t('classes.tag.label')} optional>
            <Input
              data-autofocus
              maxLength={40}
              value={typed ?? ''}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </div>
      </Sheet>
    </>
  );
}

/** The tutor stops the class (clock-in status 3): the class and its match end permanently. */
function StopClass({ cls: { id, name }, onChanged }: { cls: ClassView; onChanged: () => Promise<unknown> }) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  // One idempotency key for all tries: repeating the request has no further effect.
  const [key] = useState(newKey);
  return (
    <>
      <Button variant="quiet" aria-label={t('classes.stop.named', { name })} onClick={() => setOpen(true)}>
        {t('classes.stop.button')}
      </Button>
      <NoteSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('classes.stop.title')}
        description={t('classes.stop.text', { name })}
        label={t('classes.stop.reason')}
        sendLabel={t('classes.stop.send')}
        maxLength={500}
        field="reason"
        draft={`stop-${id}`}
        onSend={(api, reason) => {
          const now = new Date().toISOString();
          const body = { status: 3 as const, class_id: id, key, at: now, sent_at: now, reason };
          return api('POST /api/users/clock_in', { body });
        }}
        doneWords={t('classes.stop.done')}
        onChanged={onChanged}
      />
    </>
  );
}
