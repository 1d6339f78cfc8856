import { useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { CaseDetail } from '#shared/cases.ts';
import { useRememberedList } from '#web/domains/market/back-to-list.tsx';
import { CompareBar } from '#web/domains/market/compare/bar.tsx';
import { CompareTick } from '#web/domains/market/compare/tick.tsx';
import { Price } from '#web/domains/market/price.tsx';
import { HeartButton, type Hearts, useHearts } from '#web/domains/market/saved/heart-button.tsx';
import { RememberedTutor } from '#web/domains/market/tutor/remembered-tutor.tsx';
import { RatingLine, VerifiedChips } from '#web/domains/market/tutor-card.tsx';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { usePageRefresh } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { chipClass } from '#web/ui/card-style.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { AskButton } from './ask-button.tsx';
import { choiceSearch } from './filters.ts';
import { loadTutors, type TutorMatchView, type TutorsPageData } from './load-tutors.ts';
import { MatchCard } from './match-card.tsx';
import { MatchResults } from './match-results.tsx';
import { MatchTools } from './match-tools.tsx';
import { PricePanel } from './price-panel.tsx';
import { useCompute } from './use-compute.ts';
import { useRelax } from './use-relax.ts';

export const meta = pageMeta('caseTutors');
export const loader = async (args: LoaderFunctionArgs) => ({ page: await loadTutors(args) });

export default function CaseTutors() {
  const t = useTranslate();
  const { page } = useLoaderData<typeof loader>();
  if (!page) return <SignedOut title={t('pages.caseTutors.title')} />;
  return <Results key={page.id} page={page} />;
}

const casePath = 'PUT /api/common_info/student_detailed_registration/{id}';

function Results({ page }: { page: TutorsPageData }) {
  const t = useTranslate();
  const api = useApi();
  const { href } = useShell();
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, status, results, summary, price, advice, choice, region } = page;
  const isClosed = status === 3 || status === 4;
  const body = { case_id: id };
  const computing = useCompute(
    () =>
      Promise.all([
        api('POST /api/algorithms/tutor_matcher', { body }),
        api('POST /api/algorithms/price_recommender', { body }),
      ]),
    // A tutor who was found has no time for the case any more; the result stays as it was.
    { isFinal: isClosed && results !== null },
  );
  const relax = useRelax<CaseDetail>({
    read: () => api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } }),
    write: (kept, relaxation) =>
      api(casePath, { params: { id }, body: relaxation ? changedCase(kept, relaxation) : kept }),
    compute: computing.compute,
    onDone: () => heading.current?.focus(),
  });
  usePageRefresh({ on: ['notice'] });
  const hearts = useHearts(page.saved);
  useRememberedList();

  const path = href(`/me/case/${id}/tutors`);
  return (
    <MatchResults
      of="tutors"
      results={results}
      computing={computing}
      relax={relax}
      mayRelax={!isClosed}
      headingRef={heading}
      lead={[...summary.titles, summary.lines[0]].join(' ・ ')}
      aside={
        <>
          <div>
            <h2 className="text-lg">
              {summary.titles.map((title) => (
                <span key={title} className="block font-sans">
                  {title}
                </span>
              ))}
            </h2>
            {summary.lines.map((line) => (
              <p key={line} className="text-ink-2 text-sm">
                {line}
              </p>
            ))}
          </div>
          <div className="border-line border-t pt-4">
            <PricePanel {...{ price, advice }} found={results} failed={computing.state === 'failed'} />
          </div>
          {!isClosed && (
            <ButtonLink to={href(`/me/case/${id}`)} className="w-full">
              {t('matching.edit')}
            </ButtonLink>
          )}
        </>
      }
      notices={
        <>
          <RememberedTutor caseId={id} />
          {isClosed && <Notice tone="jade">{t('matching.closedCase')}</Notice>}
          {status === 2 && <Offline id={id} />}
        </>
      }
      tools={<MatchTools path={path} choice={choice} hasOffer={price !== null} region={region} />}
      pagePath={(pages) => path + choiceSearch(choice, pages)}
      card={(one, place) => (
        <TutorMatch key={one.id} {...{ one, hearts, place }} caseId={id} idle={status !== 1} />
      )}
      foot={<CompareBar caseId={id} />}
    />
  );
}

type TutorMatchProps = {
  one: TutorMatchView;
  caseId: number;
  idle: boolean;
  hearts: Hearts;
  place: { id: string; isFirst: boolean };
};

function TutorMatch({ one, caseId, idle, hearts, place }: TutorMatchProps) {
  const t = useTranslate();
  const { href } = useShell();
  // The tutor's page keeps the case it was opened from.
  const view = href(`/tutor/${one.id}?case=${caseId}`);
  return (
    <MatchCard
      id={place.id}
      to={view}
      title={one.name}
      avatar={<Portrait portrait={one.portrait} surname={one.surname} />}
      chips={
        <>
          {one.over && <span className={chipClass.neutral}>{one.over}</span>}
          {one.sample && <span className={chipClass.amber}>{t('demo.badge')}</span>}
          <VerifiedChips facts={one.verified} />
        </>
      }
      rating={<RatingLine words={one.reviews} />}
      corner={<HeartButton of={{ about: 'tutor', id: one.id, name: one.name }} hearts={hearts} />}
      tick={<CompareTick of={{ id: one.id, name: one.name }} />}
      line={one.studies}
      word={one.word}
      reasons={one.reasons}
      drawback={one.drawback}
      points={one.points}
      price={<Price amount={one.price} />}
    >
      <AskButton
        as="family"
        caseId={caseId}
        listingId={one.id}
        name={one.name}
        offer={one.offer}
        interest={one.interest}
        idle={idle}
        view={view}
        isFirst={place.isFirst && !one.over}
      />
    </MatchCard>
  );
}

/** No tutor can be invited to a case that is offline; a button puts it online. */
function Offline({ id }: { id: number }) {
  const t = useTranslate();
  const { busy, problem, run } = useAction({ refresh: true });
  return (
    <Notice className="grid justify-items-start gap-3">
      {t('matching.offlineCase')}
      {problem && <p role="alert">{problem}</p>}
      <Button
        loading={busy}
        onClick={() => run((api) => api('PUT /api/users/case_online/{id}', { params: { id } }))}
      >
        {t('matching.putOnline')}
      </Button>
    </Notice>
  );
}

const weekend = 6;

/** A case with one change, as it is sent: fields that repeat the changed one are updated too. */
export function changedCase(detail: CaseDetail, { kind, change }: { kind: string; change: object }) {
  const changed: CaseDetail = { ...detail, ...change };
  if (kind === 'online') return { ...changed, tutoring_region: null };
  if (kind !== 'times' || changed.match_time.length === 0) return changed;
  const earliest = (on: (weekday: number) => boolean) =>
    changed.match_time
      .filter(({ weekday }) => on(weekday))
      .map(({ start }) => start)
      .sort()[0] ?? null;
  return {
    ...changed,
    weekday: [...new Set(changed.match_time.map(({ weekday }) => weekday))].sort((a, b) => a - b),
    start_tutoring_time: earliest((weekday) => weekday < weekend),
    weekend_start_tutoring_time: earliest((weekday) => weekday >= weekend),
  };
}
