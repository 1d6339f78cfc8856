import ChevronDown from 'lucide-react/icons/chevron-down';
import { useRevalidator } from 'react-router';
import { matchAnchor } from '#shared/rules/tutoring-paths.ts';
import { tutorCalled } from '#shared/tutor-name.ts';
import { HaltChip, HaltNote } from '#web/domains/accounts/halt.tsx';
import { PoliceCheck } from '#web/domains/trust/police-check.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { landingClass } from '#web/ui/card-style.ts';
import { Chip } from '#web/ui/chip.tsx';
import { cx } from '#web/ui/cx.ts';
import { Facts as JoinedFacts } from '#web/ui/facts.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { wholeTimes } from '#web/ui/whole-times.tsx';
import { ContactExchange } from './contact-exchange.tsx';
import { FamilyMatch } from './family-match.tsx';
import { isLive, type MatchView } from './match-view.ts';
import { TrialCard } from './trial-card.tsx';
import { TutorNumber } from './tutor-number.tsx';
import { useEnding } from './use-ending.ts';
import { useRelist } from './use-relist.ts';

const statuses = {
  trial: ['amber', 'requests.status.trial'],
  going: ['jade', 'requests.status.going'],
  failed: ['neutral', 'requests.status.failed'],
  ended: ['neutral', 'requests.status.ended'],
} as const;

const isOfToday = ({ cls }: MatchView) => Boolean(cls?.isOpen || cls?.next?.isToday);

const hasTrialTime = ({ trial: { trial } }: MatchView) => Boolean(trial?.agreed && !trial.agreed.off);

/** The other side waits for an answer about the trial. */
function waitsForMe({ trial: { trial, my_side, halt } }: MatchView) {
  if (!trial || halt) return false;
  return trial.may_decide ? my_side === 'family' : trial.proposal !== null && trial.proposal.by !== my_side;
}

/** Matches that go on, one card each; `isFirst`: nothing above them waits for an answer. */
export function Matches({ list, isFirst }: { list: readonly MatchView[]; isFirst: boolean }) {
  const t = useTranslate();
  // A lesson under way or of today, then what waits for an answer, then the rest, each in its order.
  const rank = (match: MatchView) => (isOfToday(match) ? 0 : waitsForMe(match) ? 1 : 2);
  const live = list.filter(isLive).sort((one, other) => rank(one) - rank(other));
  const main = live.find((match) => waitsForMe(match) || (isOfToday(match) && !match.isFamily)) ?? live[0];
  if (live.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t('requests.matches')}</h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {live.map((match) => (
          <LiveMatch
            key={match.id}
            match={match}
            isMain={isFirst && match === main}
            isAlone={live.length === 1}
          />
        ))}
      </ul>
    </section>
  );
}

export function LiveMatch(props: MatchCardProps) {
  return props.match.isFamily ? <FamilyMatch {...props} /> : <MatchCard {...props} />;
}

/** Matches that are over; what there still is to do is to put the case online again. */
export function PastMatches({ list }: { list: readonly MatchView[] }) {
  const t = useTranslate();
  const past = list.filter((match) => !isLive(match));
  if (past.length === 0) return null;
  // Nobody has to look for the end of a match, least of all for one that came from a ban.
  const isNews = past.some(({ halt, endedLately }) => halt !== null || endedLately);
  return (
    <details className="group" open={isNews}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
        <h2 className="text-xl">{t('requests.past')}</h2>
        <span className="text-ink-2">{past.length}</span>
        <ChevronDown className="size-5 shrink-0 text-ink-2 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="mt-3 grid gap-4 lg:grid-cols-2">
        {past.map((match) => (
          <MatchCard key={match.id} match={match} isMain={false} />
        ))}
      </ul>
    </details>
  );
}

type MatchCardProps = { match: MatchView; isMain: boolean; isAlone?: boolean };

/** Alone on a wide screen, it takes both columns: what is agreed on the left, what can be done on the right. */
function MatchCard({ match, isMain, isAlone = false }: MatchCardProps) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const { id, about, status, halt, isFamily } = match;
  const [tone, words] = statuses[status];
  const live = isLive(match);
  return (
    <Card
      as="li"
      id={matchAnchor(id)}
      tabIndex={-1}
      className={cx(
        landingClass,
        'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3',
        isAlone && 'lg:col-span-2 lg:grid-cols-2 lg:items-start lg:gap-x-8',
      )}
    >
      <div className={cx('flex items-start justify-between gap-3', isAlone && 'lg:col-span-2')}>
        {isFamily && <Portrait portrait={match.portrait} surname={match.tutor} />}
        <div className="mr-auto min-w-0">
          <h3 className="break-words text-base">
            <MatchName match={match} />
            {isFamily && <TutorNumber id={match.listing_id} />}
          </h3>
          <JoinedFacts
            of={[
              ...(isFamily || match.contact.name !== '' ? [about] : []),
              ...(isFamily ? [] : [t('requests.caseNumber', { id: match.case_id })]),
            ].join(' ・ ')}
            className="text-ink-2 text-sm"
          />
        </div>
        {halt ? (
          <HaltChip halt={halt} className="shrink-0" />
        ) : (
          <Chip tone={match.cls?.isOpen ? 'seal' : tone} className="shrink-0">
            {t(match.cls?.isOpen ? 'tutoring.classLesson' : words)}
          </Chip>
        )}
      </div>
      {halt && <HaltNote halt={halt} />}
      <div className="grid gap-3">
        {live && status === 'trial' && (
          <TrialCard matchId={id} loaded={match.trial} isMain={isMain} onChanged={revalidate} />
        )}
        <Facts match={match} />
        <Acts match={match} isMain={isMain} />
      </div>
      <div className="grid gap-3 empty:hidden">
        {live && !halt && match.canTalk && (
          <ContactExchange
            matchId={id}
            contact={match.contact}
            isFamily={false}
            name={t('requests.family')}
            className={cx('border-line border-t pt-3', isAlone && 'lg:border-t-0 lg:pt-0')}
          />
        )}
        {live && !halt && <PoliceCheck matchId={id} isFamily={false} />}
      </div>
    </Card>
  );
}

/** After the exchange the tutor sees the family's name and the children's nicknames, before it what they look for. */
function MatchName({
  match: { isFamily, tutor, contact, about, listing_id, case_id },
}: {
  match: MatchView;
}) {
  const t = useTranslate();
  const { href } = useShell();
  if (!isFamily) {
    if (contact.name === '') return about || t('requests.family');
    const children = contact.children.filter(Boolean).join(t('form.and'));
    return children ? t('requests.familyNamed', { name: contact.name, children }) : contact.name;
  }
  const name = tutorCalled(tutor, (surname) => t('ui.tutorCalled', { surname }));
  if (listing_id === null) return name;
  return (
    <AppLink
      to={href(`/tutor/${listing_id}?case=${case_id}&from=tutoring`)}
      className="-my-2 inline-flex min-h-11 items-center underline decoration-ink-2/50 underline-offset-4"
    >
      {name}
    </AppLink>
  );
}

function Facts({ match: { status, times, price, cls } }: { match: MatchView }) {
  const t = useTranslate();
  return (
    <div className="grid gap-1 text-sm">
      {status === 'going' && cls?.next && (
        <p>
          <span className="text-ink-2">{t('requests.next')}</span>{' '}
          <span className="whitespace-nowrap font-semibold">{cls.next.when}</span>
        </p>
      )}
      <p>
        {times
          ? wholeTimes(t(status === 'trial' ? 'trial.weeklyAfter' : 'requests.times', { times }))
          : t('tutoring.classTimesOpen')}
      </p>
      <p className="text-ink-2">{t('requests.price', { price })}</p>
      {cls && cls.totals.lessons > 0 && (
        <p className="text-ink-2">
          {t('tutoring.classTotals', {
            count: cls.totals.lessons,
            hours: Math.round(cls.totals.minutes / 6) / 10,
          })}
        </p>
      )}
    </div>
  );
}

/** The main button follows the state: clock in, look at the record, or talk. */
function Acts({ match, isMain }: { match: MatchView; isMain: boolean }) {
  const t = useTranslate();
  const { href } = useShell();
  const { busy, problem, end } = useEnding(match);
  const again = useRelist(match);
  const { status, halt, isFamily, interestId, cls, about } = match;
  const live = isLive(match);
  // Before a trial has its time there is nothing to clock in to.
  const hasLessons = status === 'going' || hasTrialTime(match);
  const canClockIn = live && !halt && !isFamily && cls && hasLessons;
  const clockIn = t(
    !canClockIn ? 'tutoring.toRecords' : cls.isOpen ? 'tutoring.toRunning' : 'tutoring.toClockIn',
  );
  return (
    <>
      <ProblemNotice>{problem ?? again.problem}</ProblemNotice>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {cls && (status === 'going' || cls.totals.lessons > 0 || canClockIn) && (
          <ButtonLink
            variant={canClockIn && isMain && status === 'going' ? 'primary' : 'secondary'}
            to={href(`/clock-in?class=${cls.id}`)}
            aria-label={t('tutoring.toClassNamed', { action: clockIn, name: about })}
          >
            {clockIn}
          </ButtonLink>
        )}
        {live && !halt && match.canTalk && (
          <ButtonLink to={href(`/message/${interestId}`)}>{t('requests.talk')}</ButtonLink>
        )}
        {live && (
          <Button variant="quiet" size="compact" loading={busy} onClick={() => void end()}>
            {t('requests.end')}
          </Button>
        )}
        {match.canRelist && (
          <Button loading={again.busy} onClick={() => void again.relist()}>
            {t('requests.relist')}
          </Button>
        )}
        {!live && isFamily && (
          <ButtonLink variant="quiet" to={href(`/me/case/new?copy=${match.case_id}`)}>
            {t('caseForm.copy')}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
