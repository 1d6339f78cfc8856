import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useState } from 'react';
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
import { Facts } from '#web/ui/facts.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { wholeTimes } from '#web/ui/whole-times.tsx';
import { ContactExchange } from './contact-exchange.tsx';
import { type MatchView, stepOf } from './match-view.ts';
import { TrialCard } from './trial-card.tsx';
import { TutorNumber } from './tutor-number.tsx';
import { useEnding } from './use-ending.ts';

type FamilyMatchProps = { match: MatchView; isMain: boolean };

/** A match that goes on, for the family: what comes next, how to reach the tutor, and the rest folded away. */
export function FamilyMatch({ match, isMain }: FamilyMatchProps) {
  const t = useTranslate();
  const { href } = useShell();
  const { revalidate } = useRevalidator();
  const { id, status, halt, cls, contact, known } = match;
  const name = tutorCalled(match.tutor, (surname) => t('ui.tutorCalled', { surname }));
  const canReach = !halt && match.canTalk;
  const hasExchanged = contact.i_agreed && contact.other_agreed;
  return (
    <Card
      as="li"
      id={matchAnchor(id)}
      tabIndex={-1}
      className={cx(landingClass, 'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 p-4')}
    >
      <div className="flex items-start gap-3">
        <Portrait portrait={match.portrait} surname={match.tutor} />
        <div className="min-w-0 grow">
          <div className="flex items-start justify-between gap-2">
            <h3 className="min-w-0 break-words text-base">
              {match.listing_id === null ? (
                name
              ) : (
                <AppLink
                  to={href(`/tutor/${match.listing_id}?case=${match.case_id}`)}
                  className="-my-2 inline-flex min-h-11 items-center underline decoration-ink-2/50 underline-offset-4"
                >
                  {name}
                </AppLink>
              )}
              <TutorNumber id={match.listing_id} />
            </h3>
            {halt ? (
              <HaltChip halt={halt} className="shrink-0" />
            ) : cls?.isOpen ? (
              <Chip tone="seal" className="shrink-0">
                {t('tutoring.classLesson')}
              </Chip>
            ) : (
              stepOf(match) === 'propose' && (
                <Chip tone="jade" className="shrink-0">
                  {t('requests.made')}
                </Chip>
              )
            )}
          </div>
          <Facts of={match.about} className="text-ink-2 text-sm" />
          {known && (
            <p className="text-jade text-sm">{t('requests.alsoTeaches', { children: known.children })}</p>
          )}
        </div>
      </div>
      {halt && <HaltNote halt={halt} />}
      {status === 'trial' && (
        <TrialCard matchId={id} loaded={match.trial} isMain={isMain} onChanged={revalidate} className="p-3" />
      )}
      {status === 'going' && cls?.next && (
        <p className="text-sm">
          <span className="text-ink-2">{t('requests.next')}</span>{' '}
          <span className="whitespace-nowrap font-semibold text-base">{cls.next.when}</span>
        </p>
      )}
      {canReach && (status === 'going' || hasExchanged || known || contact.other_agreed) && (
        <ContactExchange
          matchId={known && !hasExchanged ? known.matchId : id}
          contact={known && !hasExchanged ? known.contact : contact}
          isFamily
          name={name}
        />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {canReach && <ButtonLink to={href(`/message/${match.interestId}`)}>{t('requests.talk')}</ButtonLink>}
        {cls && (status === 'going' || cls.totals.lessons > 0) && (
          <ButtonLink
            to={href(`/clock-in?class=${cls.id}`)}
            aria-label={t('tutoring.toClassNamed', { action: t('tutoring.toRecords'), name: match.about })}
          >
            {t('tutoring.toRecords')}
          </ButtonLink>
        )}
      </div>
      <More match={match} name={name}>
        {canReach && status === 'trial' && !hasExchanged && !known && !contact.other_agreed && (
          <ContactExchange matchId={id} contact={contact} isFamily name={name} />
        )}
      </More>
    </Card>
  );
}

/** Fee, times, numbers before they matter, police check and the end: wanted seldom, so they are asked for. */
function More({ match, name, children }: { match: MatchView; name: string; children: ReactNode }) {
  const t = useTranslate();
  const { href } = useShell();
  const [wasOpened, setOpened] = useState(match.checkIs === 'asked' || match.checkIs === 'shared');
  const { busy, problem, end } = useEnding(match);
  const { id, status, times, price, cls, halt } = match;
  return (
    <details
      open={match.checkIs === 'asked' || match.checkIs === 'shared'}
      className="group -mb-2 border-line border-t text-sm"
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary
        aria-label={t('requests.moreNamed', { name })}
        className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 text-ink-2 [&::-webkit-details-marker]:hidden"
      >
        {t('requests.more')}
        <ChevronDown className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 pb-3">
        <div className="grid gap-1">
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
        {children}
        <AppLink
          to={href(`/me/case/new?copy=${match.case_id}`)}
          className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
        >
          {t('caseForm.copy')}
        </AppLink>
        {wasOpened && !halt && <PoliceCheck matchId={id} isFamily />}
        <ProblemNotice>{problem}</ProblemNotice>
        <Button size="compact" className="justify-self-start" loading={busy} onClick={() => void end()}>
          {t('requests.end')}
        </Button>
      </div>
    </details>
  );
}
