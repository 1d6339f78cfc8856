import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { MeError, MePage } from '#web/domains/accounts/me-page.tsx';
import { loadSchools } from '#web/domains/reference/named.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { CachedPart } from '#web/ground/rendering/cached-part.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { cardClass } from '#web/ui/card-style.ts';
import { FindDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useRememberedList } from '../back-to-list.tsx';
import { CaseCard } from '../case-card.tsx';
import { type CaseView, caseView, dot } from '../case-view.ts';
import { CompareBar } from '../compare/bar.tsx';
import { CompareTick } from '../compare/tick.tsx';
import { filterWords } from '../filter-chips.tsx';
import { loadChoices } from '../filter-choices.ts';
import { filtersOf, listPath, type Tab, tabs } from '../filters.ts';
import { openMarket } from '../load-one.ts';
import { TutorCard } from '../tutor-card.tsx';
import { type TutorView, tutorView } from '../tutor-view.ts';
import { HeartButton, useHearts } from './heart-button.tsx';

const perPage = 24;

export async function loader(args: LoaderFunctionArgs) {
  const { api, t, names } = await openMarket(args);
  const asked = args.url.searchParams.get('tab');
  const ids = await ifSignedIn(api('GET /api/users/saved'));
  if (!ids) return null;
  const full: Tab = ids.tutors.length === 0 && ids.cases.length > 0 ? 'cases' : 'tutors';
  const tab: Tab = tabs.find((one) => one === asked) ?? full;
  const page = Math.min(20, Math.max(1, Math.floor(Number(args.url.searchParams.get('page')) || 1)));
  const query = { page, page_size: perPage };
  const [tutors, cases] = await Promise.all([
    tab === 'tutors' ? ifSignedIn(api('GET /api/users/saved_tutor', { query })) : undefined,
    tab === 'cases' ? ifSignedIn(api('GET /api/users/saved_case', { query })) : undefined,
  ]);
  const schools = await loadSchools(api, tutors?.list.map(({ card }) => card?.school ?? null) ?? []);
  const list: { id: number; view: TutorView | CaseView | null }[] =
    tab === 'tutors'
      ? (tutors?.list ?? []).map(({ id, card }) => ({ id, view: card && tutorView(t, names, schools, card) }))
      : (cases?.list ?? []).map(({ id, card }) => ({ id, view: card && caseView(t, names, card) }));
  const kept = tab === 'cases' ? await ifSignedIn(api('GET /api/users/saved_searches')) : undefined;
  const choices = kept && kept.list.length > 0 ? await loadChoices(api, names) : undefined;
  return {
    searches: (kept?.list ?? []).map(({ id, search }) => {
      const filters = filtersOf(search);
      return {
        id,
        path: listPath('cases', filters),
        words: (choices ? filterWords(t, choices, filters) : []).join(dot) || t('me.kept.anyCase'),
      };
    }),
    tab,
    list,
    page,
    total: (tab === 'tutors' ? tutors : cases)?.total ?? 0,
    counts: { tutors: ids.tutors.length, cases: ids.cases.length },
  };
}
export const meta = pageMeta('meSaved');
export const ErrorBoundary = MeError;

type Saved = NonNullable<Awaited<ReturnType<typeof loader>>>;

export default function SavedPage() {
  const t = useTranslate();
  const data = useLoaderData<typeof loader>();
  if (!data) return <SignedOut title={t('me.kept.title')} />;
  return <SavedList key={data.tab} data={data} />;
}

const pathOf = (tab: Tab, page = 1) => `/me/saved?tab=${tab}${page > 1 ? `&page=${page}` : ''}`;

function SavedList({ data }: { data: Saved }) {
  const t = useTranslate();
  const { href, root } = useShell();
  const { tab, list, page, total, counts } = data;
  useRememberedList();
  // What is let go stays on the page, so that a slip is mended by the same tap.
  const hearts = useHearts(list.map(({ id }) => id));
  const letGo = list.filter(({ id }) => !hearts.isKept(id)).length;
  // Families keep tutors; the other list is for whoever teaches or has kept a case.
  const hasBoth = counts.cases > 0 || root?.user.last_identity === 2 || tab === 'cases';
  return (
    <MePage title={t('me.kept.title')} lead={t('me.kept.lead')} isWide>
      {hasBoth && (
        <nav aria-label={t('market.tabs')} className="flex gap-1 border-line border-b">
          {tabs.map((one) => (
            <AppLink
              key={one}
              to={href(pathOf(one))}
              aria-current={one === tab ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center border-transparent border-b-2 px-4 text-ink-2 hover:text-ink aria-[current]:border-seal aria-[current]:font-bold aria-[current]:text-ink"
            >
              {t(`market.${one}`)} {counts[one] - (one === tab ? letGo : 0)}
            </AppLink>
          ))}
        </nav>
      )}
      {data.searches.length > 0 && <SavedSearches list={data.searches} />}
      {list.length === 0 ? (
        <EmptyState
          drawing={<FindDrawing />}
          title={t(tab === 'tutors' ? 'me.kept.noTutors' : 'me.kept.noCases')}
          text={t('me.kept.noneText')}
          action={
            <ButtonLink variant="primary" to={href(listPath(tab))}>
              {t(tab === 'tutors' ? 'me.kept.toTutors' : 'me.kept.toCases')}
            </ButtonLink>
          }
        />
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">
          {list.map(({ id, view }) => {
            const name =
              nameOf(view) ?? t(tab === 'tutors' ? 'market.tutorNumber' : 'market.caseNumber', { id });
            return (
              <li key={id} className="with-heart group/card relative">
                {view === null ? (
                  <div className={`${cardClass} h-full bg-paper-2! pr-14!`}>
                    <p className="font-semibold">{name}</p>
                    <p className="text-ink-2 text-sm">
                      {t(tab === 'tutors' ? 'me.kept.goneTutor' : 'me.kept.goneCase')}
                    </p>
                  </div>
                ) : 'titles' in view ? (
                  <CachedPart className={`${cardClass} h-full`} part={CaseCard} of={view} />
                ) : (
                  <CachedPart className={`${cardClass} h-full`} part={TutorCard} of={view} />
                )}
                <div className="absolute top-1.5 right-1.5">
                  <HeartButton
                    of={{ about: tab === 'tutors' ? 'tutor' : 'case', id, name }}
                    hearts={hearts}
                  />
                </div>
                {view && !('titles' in view) && (
                  <div className="absolute right-4 bottom-2 lg:right-5 lg:bottom-3">
                    <CompareTick of={{ id, name }} />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <div className="flex gap-2">
        {page > 1 && <ButtonLink to={href(pathOf(tab, page - 1))}>{t('me.newer')}</ButtonLink>}
        {page * perPage < total && <ButtonLink to={href(pathOf(tab, page + 1))}>{t('me.older')}</ButtonLink>}
      </div>
      {tab === 'tutors' && <CompareBar />}
    </MePage>
  );
}

/** The searches of whose new cases the tutor is told. */
function SavedSearches({ list }: { list: Saved['searches'] }) {
  const t = useTranslate();
  const { href } = useShell();
  const { busy, run } = useAction({ refresh: true, toast: true });
  return (
    <section className="grid gap-2" aria-labelledby="searches">
      <h2 id="searches" className="text-lg">
        {t('me.kept.searches')}
      </h2>
      <p className="text-ink-2 text-sm">{t('me.kept.searchesText')}</p>
      <ul className="grid gap-2">
        {list.map(({ id, path, words }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-3 rounded-card border border-line bg-sheet px-4 py-1"
          >
            <AppLink
              to={href(path)}
              className="inline-flex min-h-11 min-w-0 items-center break-words underline underline-offset-4"
            >
              {words}
            </AppLink>
            <Button
              variant="quiet"
              size="compact"
              loading={busy}
              aria-label={t('me.kept.dropNamed', { words })}
              onClick={() =>
                void run(
                  (api) => api('DELETE /api/users/saved_searches/{id}', { params: { id } }),
                  t('me.kept.dropped'),
                )
              }
            >
              {t('me.kept.drop')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameOf = (view: TutorView | CaseView | null) =>
  view && ('titles' in view ? view.titles.join(' ') : view.name);
