import { useState } from 'react';
import { type Day, formatLongDay } from '#shared/hong-kong.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { newKey } from '#web/ground/drafts.ts';
import { money } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { lengthWords, span, whenWords } from '../format.ts';
import type { ClassView } from '../load-classes.ts';
import { ProposalLine } from '../plan/proposal-card.tsx';
import { isOnDay, isOwn } from '../plan/proposal-words.ts';
import { usePlanSheet } from '../plan/use-plan-sheet.tsx';
import { StateChip } from '../state-chip.tsx';
import { type DayItem, isExtraLesson } from './day-items.ts';

type DayAgendaProps = {
  day: Day;
  items: readonly DayItem[];
  now: number;
  classes: readonly ClassView[];
  onChanged: () => Promise<unknown>;
};

/** The lessons of one day, with actions for those still to come. */
export function DayAgenda({ day, items, now, classes, onChanged }: DayAgendaProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const shown = new Set(items.map(({ plan }) => plan?.proposal_id));
  const others = classes.flatMap((cls) =>
    cls.proposals
      .filter((proposal) => !shown.has(proposal.id) && isOnDay(proposal, day))
      .map((proposal) => ({ proposal, isMine: isOwn(proposal, cls) })),
  );
  return (
    <section aria-labelledby="agenda-title" className="rounded-card border border-line bg-sheet">
      <h3 id="agenda-title" className="px-4 pt-3 text-base">
        {formatLongDay(day, locale)}
      </h3>
      {items.length === 0 ? (
        <p className="px-4 pt-1 pb-4 text-ink-2 text-sm">{t('classes.noLessons')}</p>
      ) : (
        <ul>
          {items.map((item) => (
            <AgendaItem
              key={`${item.classId} ${item.startsAt}`}
              item={item}
              now={now}
              cls={classes.find(({ id }) => id === item.classId)}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
      {others.map(({ proposal, isMine }) => (
        <div key={proposal.id} className="border-line border-t px-4 py-1">
          <ProposalLine proposal={proposal} isMine={isMine} />
        </div>
      ))}
    </section>
  );
}

type ItemProps = {
  item: DayItem;
  now: number;
  cls: ClassView | undefined;
  onChanged: DayAgendaProps['onChanged'];
};

function AgendaItem({ item, now, cls, onChanged }: ItemProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { lesson, plan, state, startsAt, endsAt } = item;
  const times = span(startsAt, endsAt);
  const name = cls?.name ?? '';
  const proposal = plan && cls?.proposals.find(({ id }) => id === plan.proposal_id);
  const isAhead = state === 'planned' || state === 'moved';
  return (
    <li className="grid gap-1 border-line border-t px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {lesson ? (
          <PageLink
            to={`/clock-in/${lesson.id}`}
            className="inline-flex min-h-11 items-center font-semibold underline decoration-ink-2/50 underline-offset-4"
          >
            {times} {name}
          </PageLink>
        ) : (
          <p className="font-semibold">
            {times} {name}
          </p>
        )}
        <span className="flex flex-wrap gap-1">
          {lesson?.is_added && <Chip tone="amber">{t('classes.added')}</Chip>}
          {(plan?.is_extra || (lesson && cls && isExtraLesson(lesson, cls))) && (
            <Chip>{t('classes.extraLesson')}</Chip>
          )}
          <StateChip state={state} />
        </span>
      </div>
      {lesson?.minutes != null && lesson.amount !== null && (
        <p className="text-ink-2 text-sm">
          {lengthWords(t, lesson.minutes)} ・ {money(lesson.amount)}
        </p>
      )}
      {plan && state === 'moved' && (
        <p className="text-ink-2 text-sm">
          {t('classes.movedFrom', { when: whenWords(plan.planned_at, locale) })}
        </p>
      )}
      {plan?.by_platform && <p className="text-ink-2 text-sm">{t('classes.byPlatform')}</p>}
      {plan?.by_weather && <p className="text-ink-2 text-sm">{t('classes.byWeather')}</p>}
      {plan?.by_agreement && <p className="text-ink-2 text-sm">{t('classes.byAgreement')}</p>}
      {plan?.cancelled_by && !plan.by_weather && !plan.by_agreement && (
        <p className="text-ink-2 text-sm">{t(`classes.cancelledBy.${plan.cancelled_by}`)}</p>
      )}
      {plan?.holiday && isAhead && (
        <p className="text-sm">{t('classes.holiday.on', { name: plan.holiday })}</p>
      )}
      {proposal && cls && <ProposalLine proposal={proposal} isMine={isOwn(proposal, cls)} />}
      {plan?.is_trial && (
        <p className="text-sm">
          {t('classes.trialLesson')}{' '}
          {state === 'planned' && (
            <PageLink
              to="/my-tutoring"
              className="inline-flex min-h-11 items-center underline decoration-ink-2/50 underline-offset-4"
            >
              {t('classes.trialChange')}
            </PageLink>
          )}
        </p>
      )}
      {plan && cls && !plan.is_trial && isAhead && (
        <PlanActions plan={plan} now={now} cls={cls} hasProposal={Boolean(proposal)} onChanged={onChanged} />
      )}
    </li>
  );
}

type PlanProps = Omit<ItemProps, 'item' | 'cls'> & {
  plan: NonNullable<DayItem['plan']>;
  cls: ClassView;
  /** Something is proposed for this lesson already. */
  hasProposal: boolean;
};

/** Move or skip it by agreement, or say that one cannot come. */
function PlanActions({ plan, now, cls, hasProposal, onChanged }: PlanProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const ask = useMessageBox();
  const { busy, problem, run } = useAction({ refresh: onChanged });
  const sheet = usePlanSheet(cls, onChanged);
  const [key] = useState(newKey);
  if (Date.parse(plan.starts_at) <= now || cls.halt || !cls.isGoing) return null;
  const { planned_at, starts_at, ends_at } = plan;
  const about = `${whenWords(starts_at, locale)} ${cls.name}`;
  const proposeSkip = () =>
    run(
      (api) =>
        api('POST /api/users/classes/{id}/proposals', {
          params: { id: cls.id },
          body: { kind: 'cancel', key, planned_at },
        }),
      t('classes.skip.done'),
    );
  const skip = async () => {
    const sure = await ask({
      title: t('classes.skip.title'),
      message: t('classes.skip.text', { about }),
      confirmLabel: t('classes.skip.send'),
      cancelLabel: t('classes.skip.keep'),
    });
    if (sure) await proposeSkip();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ProblemNotice className="w-full">{problem}</ProblemNotice>
      {!hasProposal && (
        <>
          <Button
            size="compact"
            aria-label={t('classes.move.named', { about })}
            onClick={() =>
              sheet.ask({ kind: 'move', plannedAt: planned_at, present: { starts_at, ends_at } })
            }
          >
            {t('classes.move.button')}
          </Button>
          {/* On a public holiday the wish explains itself, and it can be taken back. */}
          <Button
            size="compact"
            loading={busy}
            aria-label={t('classes.skip.named', { about })}
            onClick={() => void (plan.holiday ? proposeSkip() : skip())}
          >
            {t(plan.holiday ? 'classes.holiday.button' : 'classes.skip.button')}
          </Button>
        </>
      )}
      <Button
        size="compact"
        variant="quiet"
        aria-label={t('classes.absent.named', { about })}
        onClick={() => sheet.ask({ kind: 'absent', plannedAt: planned_at, startsAt: starts_at })}
      >
        {t('classes.absent.button')}
      </Button>
      {sheet.sheet}
    </div>
  );
}
