import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { classView, loadClassNames } from '#web/domains/classes/load-classes.ts';
import { TutoringClasses } from '#web/domains/classes/tutoring-classes.tsx';
import { loadRequests } from '#web/domains/interest/load-requests.ts';
import { Matches } from '#web/domains/interest/matches.tsx';
import { Requests } from '#web/domains/interest/requests.tsx';
import { useLiveRefresh } from '#web/domains/interest/use-live-refresh.ts';
import { countWords } from '#web/domains/market/count-words.ts';
import { keptOrNone } from '#web/domains/matching/kept-or-none.ts';
import { ListingCard } from '#web/domains/tutors/listing-card.tsx';
import type { Api } from '#web/ground/api/api.ts';
import { ifSignedIn } from '#web/ground/api/if-signed-in.ts';
import { translator } from '#web/ground/i18n/i18n.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Room } from '#web/shell/room.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DeskDrawing } from '#web/ui/drawings/desk.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { CaseCard } from './case-card.tsx';
import { nameIn, namesIn } from './case-lists.ts';

export const meta = pageMeta('myTutoring');

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const t = translator(splitLocale(args.url.pathname).locale);
  return { mine: await ifSignedIn(loadMine(api, t?.('form.and') ?? ', ')) };
}

/** Told in full; older ones by their number alone. */
const mostInFull = 20;

async function loadMine(api: Api, and: string) {
  const [{ case_list, last_identity }, { listing }, names] = await Promise.all([
    api('GET /api/users/info'),
    api('GET /api/users/tutor_listing'),
    loadClassNames(api),
  ]);
  const inFull = case_list.slice(0, mostInFull);
  const [requests, classes, details, fitting, casesThatFit] = await Promise.all([
    loadRequests(api, names, and),
    api('GET /api/users/classes', { query: { finish_status: 1, page_size: 50 } }),
    Promise.all(
      inFull.map(({ id }) =>
        api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } }),
      ),
    ),
    Promise.all(
      inFull.map(({ id, status }) =>
        status === 1
          ? keptOrNone(api('GET /api/algorithms/tutor_matcher', { query: { case_id: id } }))
          : null,
      ),
    ),
    listing ? keptOrNone(api('GET /api/algorithms/case_matcher')) : null,
  ]);
  return {
    identity: last_identity,
    requests,
    classes: classes.list.map((cls) => ({
      ...classView(cls, names, and),
      isOpen: cls.open_lesson_id !== null,
    })),
    cases: case_list.map(({ id, status }, index) => {
      const detail = details[index];
      return {
        id,
        status,
        children: (detail?.child_info ?? []).map((child) => ({
          id: child.id,
          nickname: child.nickname,
          grade: nameIn(names.grades, child.grade),
          subjects: [
            ...namesIn(names.majors, child.major_subject),
            ...namesIn(names.others, child.other_subject),
          ],
        })),
        type: nameIn(names.types, detail?.tutoring_type ?? null),
        region: nameIn(names.regions, detail?.tutoring_region ?? null),
        days: detail?.tutoring_days_per_week ?? null,
        price: detail?.price ?? null,
        fits: countOf(fitting[index]),
      };
    }),
    listing: listing && {
      name: listing.display_name,
      isListed: listing.is_listed,
      subjects: [
        ...new Set(
          listing.subject_grades.map(({ major_subject, other_subject }) =>
            major_subject === null
              ? nameIn(names.others, other_subject)
              : nameIn(names.majors, major_subject),
          ),
        ),
      ],
      min: listing.price_min,
      max: listing.price_max,
      fits: countOf(casesThatFit),
    },
  };
}
/** As it was when it was last worked out; the page behind it works it out again. */
const countOf = (kept: { total: number; total_is_capped: boolean } | null | undefined) =>
  kept ? countWords(kept.total, kept.total_is_capped) : null;

export type Mine = Awaited<ReturnType<typeof loadMine>>;

export default function MyTutoring() {
  const { mine } = useLoaderData<typeof loader>();
  if (!mine) return <Room name="myTutoring" drawing={DeskDrawing} />;
  return <Tutoring mine={mine} />;
}

function Tutoring({ mine }: { mine: Mine }) {
  const t = useWords();
  const { href } = useShell();
  const { cases, classes, listing, identity, requests } = mine;
  const asTutor = identity === 2;
  useLiveRefresh(requests);
  return (
    <div className="py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('rooms.myTutoring.title')}</h1>
      <p className="mt-1 mb-6 max-w-[40rem] text-ink-2">{t('rooms.myTutoring.lead')}</p>
      {cases.length === 0 && !listing ? (
        <EmptyState
          drawing={<DeskDrawing />}
          title={t(asTutor ? 'tutorForm.noneTitle' : 'caseForm.noneTitle')}
          text={t(asTutor ? 'tutorForm.noneText' : 'caseForm.noneText')}
          action={
            <ButtonLink variant="primary" to={href(asTutor ? '/me/tutor' : '/me/case/new')}>
              {t(asTutor ? 'tutorForm.make' : 'caseForm.postFirst')}
            </ButtonLink>
          }
        />
      ) : (
        <div className="grid gap-8">
          <Requests list={requests.interests} />
          <TutoringClasses list={classes} />
          <Matches list={requests.matches} />
          {listing && <ListingCard listing={listing} />}
          {listing && <FittingCases fits={listing.fits} />}
          {(cases.length > 0 || !asTutor) && (
            <section className="grid gap-4">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h2 className="text-xl">{t('caseForm.mine')}</h2>
                {!asTutor && <ButtonLink to={href('/me/case/new')}>{t('caseForm.postAnother')}</ButtonLink>}
              </div>
              <ul className="grid gap-4 lg:grid-cols-2">
                {cases.map((one) => (
                  <CaseCard
                    key={one.id}
                    one={one}
                    waiting={requests.interests.filter(({ case_id }) => case_id === one.id).length}
                  />
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </div>
  );
}

/** For a tutor: how many cases fit, and the way to them. */
function FittingCases({ fits }: { fits: string | null }) {
  const t = useWords();
  const { href } = useShell();
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t('tutoring.casesTitle')}</h2>
      <Card className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2 text-sm">{t('tutoring.casesText')}</p>
        <ButtonLink variant="primary" to={href('/me/tutor/cases')}>
          {fits === null ? t('tutoring.casesUnknown') : t('tutoring.casesFit', { count: fits })}
        </ButtonLink>
      </Card>
    </section>
  );
}
