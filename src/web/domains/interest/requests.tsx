import { useNavigate } from 'react-router';
import { matchAnchor, requestAnchor } from '#shared/rules/tutoring-paths.ts';
import { tutorCalled } from '#shared/tutor-name.ts';
import { VerifiedChips } from '#web/domains/market/tutor-card.tsx';
import { PersonMenu } from '#web/domains/safety/person-menu.tsx';
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
import type { RequestView as Request } from './load-requests.ts';
import { TutorNumber } from './tutor-number.tsx';
import { useAnswer } from './use-answer.tsx';

type RequestsProps = {
  list: readonly Request[];
  /** Without a heading of its own it stands under one that is there. */
  title?: string | undefined;
  /** Whether the first that waits for an answer is the one thing to do on this screen. */
  isFirst?: boolean;
};

/** Pending applications and invitations, those from the other side first. */
export function Requests({ list, title, isFirst = true }: RequestsProps) {
  if (list.length === 0) return null;
  const sorted = [...list.filter(({ isMine }) => !isMine), ...list.filter(({ isMine }) => isMine)];
  return (
    <section className="grid gap-4">
      {title !== undefined && <h2 className="text-xl">{title}</h2>}
      <ul
        className={cx(
          'grid gap-4',
          sorted.length > 1 && 'lg:grid-cols-2 lg:[&>li:last-child:nth-child(odd)]:col-span-2',
        )}
      >
        {sorted.map((request, at) => (
          <RequestCard key={request.id} request={request} isMain={isFirst && at === 0 && !request.isMine} />
        ))}
      </ul>
    </section>
  );
}

function RequestCard({ request, isMain }: { request: Request; isMain: boolean }) {
  const t = useTranslate();
  const { href } = useShell();
  const { id, about, price, times, isFamily, isMine, message } = request;
  const name = useOtherName(request);
  const navigate = useNavigate();
  const { busy, problem, answer } = useAnswer(
    { ...request, name },
    { refresh: true, onMatched: (matchId) => navigate({ hash: matchAnchor(matchId) }) },
  );
  return (
    <Card
      as="li"
      id={requestAnchor(id)}
      tabIndex={-1}
      className={cx(landingClass, 'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2')}
    >
      <div className="flex items-start justify-between gap-3">
        {isFamily && <Portrait portrait={request.portrait} surname={request.tutor} />}
        <div className="mr-auto min-w-0">
          <p className="text-ink-2 text-xs">
            {t(kindWords(isFamily, isMine))}
            {!isFamily && ` ・ ${t('requests.caseNumber', { id: request.case_id })}`}
          </p>
          <h3 className="break-words text-base">
            <OtherLink request={request}>{isFamily || about === '' ? name : about}</OtherLink>
            {isFamily && <TutorNumber id={request.listing_id} />}
          </h3>
        </div>
        <Chip tone={isMine ? 'neutral' : 'seal'} className="shrink-0">
          {t(isMine ? 'requests.waiting' : 'requests.yourTurn')}
        </Chip>
      </div>
      {isFamily && <Facts of={about} className="text-sm" />}
      {request.applicant && <Applicant of={request.applicant} />}
      {message && (
        <blockquote className="whitespace-pre-line border-line border-l-2 pl-3 text-sm [overflow-wrap:anywhere]">
          {message}
        </blockquote>
      )}
      <dl className="grid gap-1 text-sm">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <dt className="sr-only">{t('requests.feeLabel')}</dt>
          <dd className="font-semibold">
            <span className="whitespace-nowrap">{t('requests.perHour', { price })}</span>
          </dd>
          <dd className="text-ink-2">{differenceWords(t, request)}</dd>
        </div>
        <div>
          <dt className="sr-only">{t('requests.timesLabel')}</dt>
          <dd>{wholeTimes(times) || t('requests.timesOpen')}</dd>
        </div>
      </dl>
      <p className="text-ink-2 text-xs">{t('requests.fees')}</p>
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        {!isMine && (
          <>
            <Button
              variant={isMain ? 'primary' : 'secondary'}
              loading={busy}
              onClick={() => answer('accept')}
            >
              {t('requests.accept')}
            </Button>
            <Button loading={busy} onClick={() => answer('decline')}>
              {t('requests.decline')}
            </Button>
          </>
        )}
        {request.canTalk && (
          <ButtonLink variant={isMine ? 'secondary' : 'quiet'} to={href(`/message/${id}`)}>
            {t('requests.talk')}
          </ButtonLink>
        )}
        {isMine && (
          <Button variant="quiet" loading={busy} onClick={() => answer('withdraw')}>
            {t('requests.withdraw')}
          </Button>
        )}
        <PersonMenu
          at={{ place: 'interest', place_id: id }}
          label={`${name} ${about}`}
          isIcon
          className="-mr-3 ml-auto text-ink-2"
        />
      </div>
    </Card>
  );
}

/** What a family weighs an application by, before opening the tutor's page. */
function Applicant({ of: { verified, facts, teaches } }: { of: NonNullable<Request['applicant']> }) {
  const t = useTranslate();
  return (
    <div className="grid gap-1 text-sm">
      {verified.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          <VerifiedChips facts={verified} />
        </p>
      )}
      <Facts of={facts} className="text-ink-2" />
      {teaches && <p className="text-jade">{t('requests.alsoTeaches', { children: teaches })}</p>}
    </div>
  );
}

function kindWords(isFamily: boolean, isMine: boolean) {
  if (isFamily) return isMine ? 'requests.kind.invited' : 'requests.kind.applies';
  return isMine ? 'requests.kind.applied' : 'requests.kind.invites';
}

const useOtherName = ({ isFamily, tutor }: Request) => {
  const t = useTranslate();
  return isFamily ? tutorCalled(tutor, (surname) => t('ui.tutorCalled', { surname })) : t('requests.family');
};

/** How the fee differs from what the case offers. */
function differenceWords(t: ReturnType<typeof useTranslate>, { price, offered }: Request) {
  if (offered === null) return null;
  if (price === offered) return t('requests.asOffered');
  return t(price > offered ? 'requests.aboveOffer' : 'requests.belowOffer', {
    amount: Math.abs(price - offered),
  });
}

/** The name leads to the page of the tutor (for a family) or of the case (for a tutor), while it is public. */
function OtherLink({ request, children }: { request: Request; children: string }) {
  const t = useTranslate();
  const { href } = useShell();
  const { isFamily, listing_id, case_id } = request;
  if (isFamily && listing_id === null) return children;
  return (
    <AppLink
      to={href(isFamily ? `/tutor/${listing_id}?case=${case_id}&from=tutoring` : `/case/${case_id}`)}
      aria-label={t(isFamily ? 'requests.viewTutorNamed' : 'requests.viewCaseNamed', { name: children })}
      className="-my-2 inline-flex min-h-11 items-center underline decoration-ink-2/50 underline-offset-4"
    >
      {children}
    </AppLink>
  );
}
