import CalendarClock from 'lucide-react/icons/calendar-clock';
import { proposalAnchor } from '#shared/rules/tutoring-paths.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { wholeTimes } from '#web/ui/whole-times.tsx';
import { whenWords } from '../format.ts';
import type { ClassView } from '../load-classes.ts';
import type { PlanAsk } from './plan-ask.ts';
import { isOwn, type ProposalView, proposalWords } from './proposal-words.ts';
import { usePlanSheet } from './use-plan-sheet.tsx';

type ProposalCardProps = {
  proposal: ProposalView;
  cls: ClassView;
  /** Whether its answer is the one thing to do on this screen. */
  isMain?: boolean;
  hasName?: boolean;
  onChanged: () => Promise<unknown>;
};

/** Where a yes, or another proposal, is not about times. */
const acceptedWords: Partial<
  Record<ProposalView['kind'], 'classes.proposal.acceptedMinutes' | 'classes.proposal.acceptedRule'>
> = {
  minutes: 'classes.proposal.acceptedMinutes',
  fee_rule: 'classes.proposal.acceptedRule',
};
const counterLabels: Partial<
  Record<ProposalView['kind'], 'classes.proposal.counterMinutes' | 'classes.proposal.counterRule'>
> = {
  minutes: 'classes.proposal.counterMinutes',
  fee_rule: 'classes.proposal.counterRule',
};

/** What one side proposes for the timetable, and what this side can do about it. */
export function ProposalCard({ proposal, cls, isMain = false, hasName, onChanged }: ProposalCardProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const ask = useMessageBox();
  const { busy, problem, run } = useAction({ refresh: onChanged });
  const sheet = usePlanSheet(cls, onChanged);
  const { id, kind, made_by } = proposal;
  const isMine = isOwn(proposal, cls);
  const what = proposalWords(t, proposal, locale);
  const isSkip = kind === 'cancel' || kind === 'pause';
  const named = (act: string) => t('classes.proposal.named', { act, what });
  const send = (work: (api: Api) => Promise<unknown>, done: string) => run(work, done);
  const accept = async () => {
    // A length that both agreed on is confirmed with it; everything else can be proposed back.
    const sure =
      kind !== 'minutes' ||
      (await ask({
        title: t('classes.proposal.sureTitle'),
        message: t('classes.proposal.sureText', { what }),
        confirmLabel: t('classes.proposal.accept'),
        cancelLabel: t('classes.proposal.sureNot'),
      }));
    if (sure)
      await send(
        (api) => api('PUT /api/users/plan_proposals/{id}/accept', { params: { id } }),
        t(acceptedWords[kind] ?? 'classes.proposal.accepted'),
      );
  };
  const counterWords = t(counterLabels[kind] ?? 'classes.proposal.counter');
  return (
    <section
      id={proposalAnchor(id)}
      aria-label={what}
      className="grid scroll-mt-24 gap-1.5 rounded-card bg-paper-2 p-4 text-sm target:outline-2 target:outline-seal"
    >
      <p className="flex items-center gap-2 text-ink-2">
        <CalendarClock className="size-4 shrink-0" />
        {t(`classes.proposal.by.${isMine ? 'me' : made_by}`)}
        {hasName && ` ・ ${cls.name}`}
      </p>
      <p className="font-semibold text-base leading-snug">{wholeTimes(what)}</p>
      {kind === 'weekly' && cls.times && (
        <p className="text-ink-2">{wholeTimes(t('classes.proposal.was', { times: cls.times }))}</p>
      )}
      <p className="text-ink-2">
        {t(`classes.proposal.note.${isMine ? 'mine' : 'theirs'}`)}
        {isSkip && t('classes.proposal.note.nobody')}{' '}
        {wholeTimes(t('classes.proposal.note.until', { when: whenWords(proposal.lapses_at, locale) }))}
      </p>
      {hasName && proposal.lesson_id !== null && (
        <PageLink
          to={`/clock-in/${proposal.lesson_id}`}
          className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
        >
          {t('classes.record')}
        </PageLink>
      )}
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="mt-1 flex flex-wrap gap-2">
        {isMine ? (
          <Button
            size="compact"
            loading={busy}
            aria-label={named(t('classes.proposal.withdraw'))}
            onClick={() =>
              void send(
                (api) => api('PUT /api/users/plan_proposals/{id}/withdraw', { params: { id } }),
                t('classes.proposal.withdrawn'),
              )
            }
          >
            {t('classes.proposal.withdraw')}
          </Button>
        ) : (
          <>
            <Button
              variant={isMain ? 'primary' : 'secondary'}
              loading={busy}
              aria-label={named(t('classes.proposal.accept'))}
              onClick={() => void accept()}
            >
              {t('classes.proposal.accept')}
            </Button>
            <Button
              aria-label={named(counterWords)}
              onClick={() => sheet.ask(counterOf(proposal, cls.minutes))}
            >
              {counterWords}
            </Button>
            <Button
              variant="quiet"
              loading={busy}
              aria-label={named(t('classes.proposal.decline'))}
              onClick={() =>
                void send(
                  (api) => api('PUT /api/users/plan_proposals/{id}/decline', { params: { id } }),
                  t('classes.proposal.declined'),
                )
              }
            >
              {t('classes.proposal.decline')}
            </Button>
          </>
        )}
      </div>
      {sheet.sheet}
    </section>
  );
}

/** The sheet for another proposal about the same; who does not want to skip a lesson may move it. */
function counterOf(proposal: ProposalView, usual: number): PlanAsk {
  const { id: replaces, kind, planned_at, was_at, starts_at, ends_at, lesson_id } = proposal;
  const proposed = starts_at && ends_at && { proposed: { starts_at, ends_at } };
  if ((kind === 'move' || kind === 'cancel') && planned_at && was_at) {
    const wasEnd = Date.parse(was_at) + (proposal.minutes ?? usual) * 60_000;
    const present = { starts_at: was_at, ends_at: new Date(wasEnd).toISOString() };
    return { kind: 'move', replaces, plannedAt: planned_at, present, ...proposed };
  }
  if (kind === 'extra') return { kind, replaces, ...proposed };
  if (kind === 'weekly') return { kind, replaces, proposed: proposal.slots ?? [] };
  if (kind === 'fee_rule') return { kind, replaces };
  if (kind === 'minutes' && lesson_id !== null)
    return { kind, replaces, lessonId: lesson_id, minutes: proposal.was_minutes ?? 0 };
  return { kind: 'pause', replaces };
}

/** In one line, where the proposal is answered elsewhere on the page. */
export function ProposalLine({ proposal, isMine }: { proposal: ProposalView; isMine: boolean }) {
  const t = useTranslate();
  const { locale } = useShell();
  const by = t(`classes.proposal.by.${isMine ? 'me' : proposal.made_by}`);
  return (
    <div className="text-sm">
      <p>
        <CalendarClock className="mr-1 inline size-4 align-text-bottom" />
        {by} ・ {wholeTimes(proposalWords(t, proposal, locale))}
      </p>
      <a
        href={`#${proposalAnchor(proposal.id)}`}
        className="inline-flex min-h-11 items-center underline decoration-ink-2/50 underline-offset-4"
      >
        {t(isMine ? 'classes.proposal.see' : 'classes.proposal.answer')}
      </a>
    </div>
  );
}
