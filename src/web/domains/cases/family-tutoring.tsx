import { useLocation } from 'react-router';
import { matchAnchor } from '#shared/rules/tutoring-paths.ts';
import { byUrgency, isLive, needsMe } from '#web/domains/interest/match-view.ts';
import { LiveMatch, PastMatches } from '#web/domains/interest/matches.tsx';
import { Requests } from '#web/domains/interest/requests.tsx';
import { ListingCard } from '#web/domains/tutors/listing-card.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useHydrated } from '#web/ground/page-life.ts';
import { cx } from '#web/ui/cx.ts';
import { CaseCards } from './case-card.tsx';
import { LessonsToAnswer } from './lessons-to-answer.tsx';
import type { Mine } from './load-mine.ts';

/**
 * The page of a family: the classes with their next lesson, what waits for an answer, what stands in the calendar or
 * waits for others, and the cases that have no tutor yet. Each thing stands once.
 */
export function FamilyTutoring({ mine }: { mine: Mine }) {
  const t = useTranslate();
  const { cases, matches, listing, requests, lessons, answers } = mine;
  const landed = useLanded();
  const live = matches.filter(isLive);
  const toAnswer = live.filter(needsMe).sort(byUrgency);
  const going = live.filter((match) => match.status === 'going' && !needsMe(match));
  const settled = live.filter((match) => match.status === 'trial' && !needsMe(match));
  const asked = requests.interests.filter(({ isMine }) => !isMine);
  const sent = requests.interests.filter(({ isMine }) => isMine);
  const hasToAnswer = lessons.length + toAnswer.length + asked.length > 0;
  // One red button a screen: where a link led to, else on the first thing that waits, from the top down.
  const main =
    toAnswer.find(({ id }) => matchAnchor(id) === landed) ?? (lessons.length > 0 ? undefined : toAnswer[0]);
  const open = cases.filter(({ id }) => !matches.some((match) => match.case_id === id && isOfCase(match)));
  return (
    <div className="py-6 lg:py-12">
      <h1 className="mb-4 text-2xl lg:mb-6 lg:text-3xl">{t('rooms.myTutoring.title')}</h1>
      {/* On a wide screen a short section fills the place beside another. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-flow-row-dense lg:grid-cols-2">
        <MatchList title={t('tutoring.going')} list={going} main={main} />
        {hasToAnswer && (
          <section className="grid gap-4 lg:col-span-2">
            <h2 className="text-xl">
              {t('requests.yourTurn')}{' '}
              {answers > 0 && <span className="font-normal font-sans text-ink-2">{answers}</span>}
            </h2>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 lg:items-start">
              <div className={cx('empty:hidden', lessons.length > 1 && 'lg:col-span-2')}>
                <LessonsToAnswer list={lessons} isFirst={!main} hasTitle={false} />
              </div>
              <div className={cx('empty:hidden', toAnswer.length > 1 && 'lg:col-span-2')}>
                <MatchList list={toAnswer} main={main} />
              </div>
            </div>
            <Requests list={asked} isFirst={lessons.length === 0 && !main} />
          </section>
        )}
        <MatchList title={t('tutoring.settled')} list={settled} main={main} />
        {sent.length > 0 && (
          <div className={cx(sent.length > 1 && 'lg:col-span-2')}>
            <Requests list={sent} title={t('requests.waiting')} />
          </div>
        )}
        <div className="grid gap-8 lg:col-span-2">
          {listing && <ListingCard listing={listing} />}
          <CaseCards mine={mine} list={open} canPost hasMain={!hasToAnswer && live.length === 0} />
          <PastMatches list={matches} />
        </div>
      </div>
    </div>
  );
}

/** A case with a tutor stands on the card of the match, and one that has ended with it too. */
const isOfCase = (match: Mine['matches'][number]) => isLive(match) || match.canRelist;

type MatchListProps = {
  title?: string;
  list: Mine['matches'];
  main: Mine['matches'][number] | undefined;
};

function MatchList({ title, list, main }: MatchListProps) {
  if (list.length === 0) return null;
  const cards = (
    <ul className={cx('grid gap-4 lg:items-start', list.length > 1 && 'lg:grid-cols-2')}>
      {list.map((match) => (
        <LiveMatch key={match.id} match={match} isMain={match === main} />
      ))}
    </ul>
  );
  if (!title) return cards;
  return (
    <section className={cx('grid content-start gap-4', list.length > 1 && 'lg:col-span-2')}>
      <h2 className="text-xl">{title}</h2>
      {cards}
    </section>
  );
}

/** The card that a link led to; the server does not know it. */
function useLanded() {
  const { hash } = useLocation();
  return useHydrated() ? hash.slice(1) : undefined;
}
