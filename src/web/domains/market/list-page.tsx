import Heart from 'lucide-react/icons/heart';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { Suspense, useEffect, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useNavigation } from 'react-router';
import type { Locale } from '#shared/locale.ts';
import { loadCaseMarks } from '#web/domains/matching/case-marks.ts';
import type { Api } from '#web/ground/api/api.ts';
import { translator } from '#web/ground/i18n/i18n.ts';
import { countWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { AppLink, PageLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, ifSignedIn, pageContext } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { localizedPath, splitLocale } from '#web/ground/routing/rules.ts';
import { useStoredScroll } from '#web/ground/routing/stored-scroll.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { pageError } from '#web/shell/error-view.tsx';
import { ButtonLink, buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { escaped } from '#web/ui/text.ts';
import { useRememberedList } from './back-to-list.tsx';
import { CompareBar } from './compare/bar.tsx';
import { FilterChips } from './filter-chips.tsx';
import { choicesFor, knownFilters, loadChoices } from './filter-choices.ts';
import { FilterForm } from './filter-form.tsx';
import {
  type Filters,
  filtersFor,
  filtersOf,
  gatedPath,
  groupsInUse,
  isSameSearch,
  listPath,
  readFilters,
  type Sort,
  sortsOf,
  type Tab,
  tabs,
} from './filters.ts';
import { itemList } from './item-list.ts';
import { countOf, type ListData, loadList, loadRelaxations, mostPages } from './load-list.ts';
import { loadNames } from './names.ts';
import { NothingFound } from './nothing-found.tsx';
import { QuickFilters } from './quick-filters.tsx';
import { Results } from './results.tsx';
import { useHearts } from './saved/heart-button.tsx';

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'));
const SaveSearch = lazyPart(() => import('./saved/save-search.tsx'));

/** A list without results is not indexed by search engines. */
export const meta = (args: Parameters<ReturnType<typeof pageMeta>>[0]) => {
  const data = args.loaderData as ListData | undefined;
  const page = data?.gated === false ? data.tab : 'moreCases';
  return [
    ...pageMeta<ListData>(page, listJsonLd)(args),
    ...(data?.total === 0 ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
};

/** Made from what the page shows: in the loader's data it would be sent a second time. */
function listJsonLd({ gated, tab, list }: ListData, locale: Locale, origin: string) {
  const t = translator(locale);
  if (gated || list.length === 0 || !t) return;
  const addresses = list
    .slice(0, listedInJsonLd)
    .map(({ id }) => origin + localizedPath(`/${tab.slice(0, -1)}/${id}`, locale));
  return { jsonLd: itemList(t(`market.${tab}`), addresses) };
}
const listedInJsonLd = 24;

const cursor = /^[a-z_]{1,20}\.\d{0,16}\.\d{1,16}$/;

export async function loader(args: LoaderFunctionArgs): Promise<ListData> {
  const api = apiOf(args);
  const { searchParams: params, pathname } = args.url;
  const { locale, path } = splitLocale(pathname);
  const t = translator(locale);
  if (!t) throw new Error('the words are not here');
  const names = await loadNames(api);
  const choices = await loadChoices(api, names);
  const gated = path.startsWith(gatedPath);
  const named = gated ? params.get('tab') : path.split('/')[1];
  const tab = tabs.find((one) => one === named) ?? (await otherSide(api));
  const filters = filtersFor(tab, knownFilters(choices, readFilters(params)));
  const afterParam = params.get('after') ?? '';
  const after = cursor.test(afterParam) && afterParam.startsWith(`${filters.sort}.`) ? afterParam : undefined;
  const requestedPages = Number(params.get('pages')) || 1;
  const pages = after ? 1 : Math.min(Math.max(1, Math.floor(requestedPages)), mostPages);
  // A request for more cards needs only the cards, not the rest of the page.
  const alone = args.context.get(pageContext).kind === 'payload';
  // Only tutors browse cases; their own listing matters only there.
  const own = tab === 'tutors' ? undefined : await ifSignedIn(api('GET /api/users/tutor_listing'));
  // Who asks for a price means it.
  const lowest = groupsInUse(filters).includes('price') ? undefined : own?.listing?.price_min;
  const paysFrom = filters.below ? undefined : lowest;
  const found = await loadList(api, t, names, { tab, filters, pages, after, paysFrom });
  const cases = found.list.filter((one) => 'titles' in one);
  const saved = alone ? undefined : await ifSignedIn(api('GET /api/users/saved'));
  return {
    ...found,
    tab,
    gated,
    filters,
    pages,
    mostPages,
    after: after ?? null,
    choices: alone
      ? { region: [], subject: [], grade: [], tutoring_type: [], weekday: [] }
      : choicesFor(choices, names, filters),
    relaxations: found.total === 0 ? await loadRelaxations(api, tab, filters) : [],
    lacksListing: own?.listing === null,
    below: alone || lowest === undefined ? null : await loadBelow(api, filters, lowest),
    isSearchSaved: own?.listing?.is_listed && !alone ? await isSaved(api, filters) : null,
    marks: own?.listing ? await loadCaseMarks({ api, t }, own.listing, cases) : null,
    saved: saved?.[tab] ?? null,
  };
}

async function isSaved(api: Api, filters: Filters) {
  const { list } = await api('GET /api/users/saved_searches');
  return list.some(({ search }) => isSameSearch(filtersOf(search), filters));
}

/** How many pay less than the tutor asks, whether they are shown or not. */
async function loadBelow(api: Api, filters: Filters, lowest: number) {
  const [all, paying] = [await countOf(api, 'cases', filters), await countOf(api, 'cases', filters, lowest)];
  return { count: all.total - paying.total, isCapped: all.capped, lowest };
}

/** By default a parent sees tutors and everybody else cases. */
async function otherSide(api: Api): Promise<Tab> {
  const user = await ifSignedIn(api('GET /api/users/info'));
  return user?.last_identity === 1 ? 'tutors' : 'cases';
}

export default function ListPage() {
  const t = useTranslate();
  const { href, root } = useShell();
  const data = useLoaderData<typeof loader>();
  const { tab, gated, filters, choices } = data;
  const navigate = useNavigate();
  const busy = useNavigation().state === 'loading';
  const [sheet, setSheet] = useState<{ open: boolean }>();
  const show = (next: Filters) => navigate(href(listPath(tab, next, { gated })));
  const action = href(gated ? gatedPath : `/${tab}`);
  const hearts = useHearts(data.saved);
  const count = groupsInUse(filters).length;
  const { heading, focusSoon } = useHeadingFocus(data);
  useStoredScroll();
  useRememberedList();
  return (
    <div className="py-6 lg:py-10">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-2xl lg:text-3xl">{t(`market.titles.${tab}`)}</h1>
        <PageLink
          to="/me/saved"
          className="inline-flex min-h-11 items-center gap-1.5 text-ink-2 text-sm hover:text-ink"
        >
          <Heart size="1.125rem" />
          {t('market.savedTitle')}
        </PageLink>
      </div>
      <p className="max-w-[40rem] text-ink-2 text-sm lg:text-base">
        {t(root?.user.id ? 'market.leadKnown' : 'market.lead')}
      </p>
      <Tabs tab={tab} gated={gated} filters={filters} />
      {data.lacksListing && <NoListingNotice />}
      {data.marks && (
        <p className="mt-3">
          <ButtonLink to={href('/me/tutor/cases')}>{t('market.toFitting')}</ButtonLink>
        </p>
      )}
      {tab === 'cases' && !root?.user.id && <OtherWay tab={tab} className="mt-3 justify-start text-left" />}
      <div className="mt-4 grid items-start gap-x-8 lg:grid-cols-[17rem_1fr]">
        <aside
          id="filters"
          aria-label={t('market.filterTitle')}
          className="max-lg:hidden max-lg:target:block lg:sticky lg:top-[5.25rem] lg:max-h-[calc(100dvh-6.25rem)] lg:overflow-y-auto lg:overscroll-contain lg:pr-2"
        >
          <FilterForm
            key={tab}
            id="filter-form"
            action={action}
            tab={tab}
            gated={gated}
            choices={choices}
            filters={filters}
            onChoose={show}
            onSubmit={show}
          >
            <noscript>
              <button type="submit" className={buttonClass('primary', 'mt-3 w-full')}>
                {t('market.apply')}
              </button>
            </noscript>
          </FilterForm>
        </aside>
        <section aria-busy={busy} className={busy ? 'min-w-0 opacity-60 transition-opacity' : 'min-w-0'}>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h2 ref={heading} tabIndex={-1} className="grow basis-full text-lg outline-none lg:basis-0">
              <span role="status">
                {t(foundWords[tab][data.total === 1 ? 'one' : 'many'], {
                  count: countWords(data.total, data.capped),
                })}
              </span>
            </h2>
            {/* biome-ignore lint/a11y/useValidAnchor: without script it leads to the filters */}
            <a
              href="#filters"
              onClick={(event) => {
                event.preventDefault();
                setSheet({ open: true });
              }}
              className={buttonClass('secondary', 'grow lg:hidden', 'compact')}
            >
              <SlidersHorizontal size="1rem" />
              {count > 0 ? t('market.filtersInUse', { count }) : t('market.filters')}
            </a>
            <SortSelect key={tab} form="filter-form" tab={tab} value={filters.sort} />
          </div>
          <div className="flex flex-wrap items-center gap-x-2">
            <FilterChips tab={tab} gated={gated} filters={filters} choices={choices} onRemove={focusSoon} />
            {data.total > 0 && <QuickFilters tab={tab} gated={gated} filters={filters} />}
          </div>
          {data.isSearchSaved !== null && (
            <Suspense>
              <SaveSearch key={listPath(tab, filters)} filters={filters} isSaved={data.isSearchSaved} />
            </Suspense>
          )}
          {data.below && data.below.count > 0 && (
            <p className="flex flex-wrap items-center gap-x-3 text-ink-2 text-sm">
              {t(filters.below ? 'market.belowShown' : 'market.belowHidden', {
                count: countWords(data.below.count, data.below.isCapped),
                lowest: data.below.lowest,
              })}
              <AppLink
                to={href(listPath(tab, { ...filters, below: filters.below ? null : true }, { gated }))}
                className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
              >
                {t(filters.below ? 'market.belowHide' : 'market.belowShow')}
              </AppLink>
            </p>
          )}
          <div className="mt-3">
            {data.total === 0 ? (
              <NothingFound data={data} />
            ) : (
              <Results key={listPath(tab, filters) + data.after} data={data} hearts={hearts} />
            )}
          </div>
          {tab === 'tutors' && (
            <OtherWay tab={tab} className="justify-center border-line border-t pt-6 text-center" />
          )}
        </section>
      </div>
      {sheet && (
        <Suspense>
          <FilterSheet
            open={sheet.open}
            onClose={() => setSheet({ open: false })}
            action={action}
            tab={tab}
            gated={gated}
            choices={choices}
            filters={filters}
            onApply={(next) => {
              setSheet({ open: false });
              show(next);
            }}
          />
        </Suspense>
      )}
      {tab === 'tutors' && <CompareBar />}
    </div>
  );
}

const foundWords = {
  cases: { one: 'market.foundCase', many: 'market.foundCases' },
  tutors: { one: 'market.foundTutor', many: 'market.foundTutors' },
} as const;

/** A pressed chip disappears, so the focus moves to the heading above the list. */
function useHeadingFocus(data: unknown) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shouldFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is another list
  useEffect(() => {
    if (shouldFocus.current) heading.current?.focus({ preventScroll: true });
    shouldFocus.current = false;
  }, [data]);
  const focusSoon = () => {
    shouldFocus.current = true;
  };
  return { heading, focusSoon };
}

function Tabs({ tab, gated, filters }: { tab: Tab; gated: boolean; filters: Filters }) {
  const t = useTranslate();
  const { href } = useShell();
  return (
    <nav aria-label={t('market.tabs')} className="mt-2 flex gap-1 border-line border-b">
      {tabs.map((one) => (
        <AppLink
          key={one}
          to={href(listPath(one, filters, { gated }))}
          aria-current={one === tab ? 'page' : undefined}
          className="-mb-px flex min-h-11 items-center border-transparent border-b-2 px-4 text-ink-2 hover:text-ink aria-[current]:border-seal aria-[current]:font-bold aria-[current]:text-ink"
        >
          {t(`market.${one}`)}
        </AppLink>
      ))}
    </nav>
  );
}

export const ErrorBoundary = pageError('pages.moreCases.title');

function NoListingNotice() {
  const t = useTranslate();
  const { root, href } = useShell();
  if (root?.user.last_identity !== 2) return null;
  return (
    <Notice className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 grow basis-60">{t('market.noListing')}</p>
      <ButtonLink to={href('/me/tutor')}>{t('market.makeListing')}</ButtonLink>
    </Notice>
  );
}

/** To be found instead of searching. A tutor reads it before the list, which goes on and on. */
function OtherWay({ tab, className }: { tab: Tab; className: string }) {
  const t = useTranslate();
  const { root, href } = useShell();
  const identity = root?.user.id ? root.user.last_identity : 0;
  if (identity === 2 || (identity === 1 && tab === 'cases')) return null;
  return (
    <p className={cx('flex flex-wrap items-center gap-x-3 gap-y-2 text-sm', className)}>
      <span className="text-ink-2">{t(tab === 'tutors' ? 'market.postInstead' : 'market.listInstead')}</span>
      <ButtonLink to={href(tab === 'tutors' ? '/me/case/new' : '/me/tutor')}>
        {t(tab === 'tutors' ? 'market.postCase' : 'market.makeListing')}
      </ButtonLink>
    </p>
  );
}

/** The sort order: a field of the filter form, placed above the list. */
function SortSelect({ form, tab, value }: { form: string; tab: Tab; value: Sort }) {
  const t = useTranslate();
  const select = useRef<HTMLSelectElement>(null);
  // Only the initial HTML; from then on the browser keeps the selection.
  const [options] = useState(() =>
    sortsOf(tab)
      .map(
        (sort) =>
          `<option value="${sort}"${sort === value ? ' selected' : ''}>${escaped(t(`market.sorts.${sort}`))}`,
      )
      .join(''),
  );
  const shown = useRef(value);
  useEffect(() => {
    // Not at first: somebody may have chosen before the script ran, which the form reports.
    if (select.current && shown.current !== value) select.current.value = value;
    shown.current = value;
  }, [value]);
  return (
    <div className="flex grow items-center gap-2 whitespace-nowrap lg:grow-0 text-ink-2 text-sm">
      <label htmlFor="sort" className="max-lg:sr-only">
        {t('market.sort')}
      </label>
      <Select
        className="grow"
        id="sort"
        ref={select}
        form={form}
        name="sort"
        // Outside of the form element, so the form does not receive its event.
        onChange={({ target }) => target.form?.dispatchEvent(new Event('change'))}
        options={options}
      />
    </div>
  );
}
