import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { loadSchools } from '#web/domains/reference/named.ts';
import { countWords, keepUnits } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { pageContext, refuseParams } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { localizedPath } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { wideGridClass } from '#web/ui/card-style.ts';
import { useRememberedList } from './back-to-list.tsx';
import { CardGrid } from './card-grid.tsx';
import { caseView } from './case-view.ts';
import { listPath, noFilters } from './filters.ts';
import { itemList } from './item-list.ts';
import { openMarket } from './load-one.ts';
import { type District, landingPath, type Subject, subjectsNamed } from './slugs.ts';
import { tutorView } from './tutor-view.ts';

const shownTutors = 12;
const shownCases = 6;
/** Nearby links are found from this many rows of each list. */
const lookedThrough = 60;

export async function loader(args: LoaderFunctionArgs) {
  const { api, t, locale, names, places } = await openMarket(args);
  const { districts, subjects } = await places();
  const district = districts.find(({ slug }) => slug === args.params.district);
  const asked = args.params.subject ?? '';
  const subject = subjects.find(({ slug, formerSlugs }) => slug === asked || formerSlugs.includes(asked));
  if (!district || !subject) throw refuseParams();
  if (subject.slug !== asked) throw redirect(localizedPath(landingPath(district, subject), locale), 301);

  const here = { region: String(district.id) };
  const taught = { [subject.filter]: String(subject.id) };
  const [tutors, cases, tutorsHere, casesHere, tutorsOfIt, casesOfIt] = await Promise.all([
    api('GET /api/common_info/teacher_case', { query: { ...here, ...taught, page_size: shownTutors } }),
    api('GET /api/common_info/parent_case', { query: { ...here, ...taught, page_size: shownCases } }),
    api('GET /api/common_info/teacher_case', { query: { ...here, page_size: lookedThrough } }),
    api('GET /api/common_info/parent_case', { query: { ...here, page_size: lookedThrough } }),
    api('GET /api/common_info/teacher_case', { query: { ...taught, page_size: lookedThrough } }),
    api('GET /api/common_info/parent_case', { query: { ...taught, page_size: lookedThrough } }),
  ]);
  const schools = await loadSchools(
    api,
    tutors.list.map(({ school }) => school),
  );

  const subjectsHere = subjectsNamed(subjects, [
    ...tutorsHere.list.flatMap(({ subject_grades }) => subject_grades),
    ...casesHere.list.flatMap(({ child_info }) => child_info),
  ]);
  const regionsOfIt = new Set([
    ...tutorsOfIt.list.flatMap(({ tutoring_region, travel_region }) => [
      ...tutoring_region,
      ...travel_region,
    ]),
    ...casesOfIt.list.map(({ tutoring_region }) => tutoring_region),
  ]);
  const link = (to: District, what: Subject, label: string) => ({ to: landingPath(to, what), label });
  const counts = {
    tutors: countWords(tutors.total, tutors.total_is_capped),
    cases: countWords(cases.total, cases.total_is_capped),
  };
  const pair = { region: district.name, subject: subject.name };
  const filters = { ...noFilters, region: [district.id], [subject.filter]: [subject.id] };
  const origin = args.context.get(pageContext).settings.publicUrl ?? args.url.origin;
  const address = (path: string) => origin + localizedPath(path, locale);
  const shown = [
    ...tutors.list.map(({ id }) => address(`/tutor/${id}`)),
    ...cases.list.map(({ id }) => address(`/case/${id}`)),
  ];
  return {
    jsonLd: shown.length > 0 ? itemList(t('market.landingTitle', pair), shown) : undefined,
    region: district.name,
    subject: subject.name,
    counts,
    lead: [
      tutors.total > 0 &&
        t(tutors.total === 1 ? 'market.landingLeadOne' : 'market.landingLead', { ...pair, ...counts }),
      cases.total > 0 &&
        t(cases.total === 1 ? 'market.landingLeadCase' : 'market.landingLeadCases', { ...pair, ...counts }),
    ]
      .filter((told) => told !== false)
      .join(locale === 'en' ? ' ' : ''),
    post: `/me/case/new?${new URLSearchParams({ ...here, ...taught })}`,
    title: t('market.landingTitle', pair),
    description: t('market.landingDescription', { ...pair, ...counts }),
    tutors: tutors.list.map((card) => tutorView(t, names, schools, card, filters)),
    cases: cases.list.map((card) => caseView(t, names, card)),
    allTutors: listPath('tutors', filters),
    allCases: listPath('cases', filters),
    otherSubjects: subjectsHere
      .filter(({ slug }) => slug !== subject.slug)
      .map((other) => link(district, other, other.name)),
    otherDistricts: districts
      .filter(({ id }) => id !== district.id && regionsOfIt.has(id))
      .map((other) => link(other, subject, other.name)),
  };
}
type Loaded = Awaited<ReturnType<typeof loader>>;

/** A page without results is not indexed by search engines. */
export const meta = (args: Parameters<ReturnType<typeof pageMeta>>[0]) => {
  const page = args.loaderData as Loaded | undefined;
  return [
    ...pageMeta<Loaded>('landing', ({ title, description, jsonLd }) => ({
      title,
      description,
      ...(jsonLd && { jsonLd }),
    }))(args),
    ...(page && !page.jsonLd ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
};

export default function LandingPage() {
  const t = useTranslate();
  const { href } = useShell();
  const page = useLoaderData<typeof loader>();
  useRememberedList();
  const { region, subject, counts } = page;
  const names = { region, subject };
  return (
    <div className="grid grid-cols-1 gap-10 py-6 lg:py-10">
      <header>
        <h1 className="text-2xl lg:text-3xl">{page.title}</h1>
        <p className="mt-1 max-w-[40rem] text-ink-2">{keepUnits(page.lead)}</p>
        <p className="mt-4">
          <ButtonLink variant="primary" to={href(page.post)}>
            {t('market.landingPost')}
          </ButtonLink>
        </p>
      </header>
      <section>
        <h2 className="mb-4 text-xl">{t('market.landingTutors', names)}</h2>
        {page.tutors.length > 0 ? (
          <CardGrid list={page.tutors} className={wideGridClass} />
        ) : (
          <p className="text-ink-2">{t('market.landingNoTutors', names)}</p>
        )}
        {page.tutors.length > 0 && (
          <AllLink to={page.allTutors} label={t('market.landingAllTutors', { count: counts.tutors })} />
        )}
      </section>
      <section>
        <h2 className="mb-4 text-xl">{t('market.landingCases', names)}</h2>
        {page.cases.length > 0 ? (
          <CardGrid list={page.cases} className={wideGridClass} />
        ) : (
          <p className="text-ink-2">{t('market.landingNoCases', names)}</p>
        )}
        {page.cases.length > 0 && (
          <AllLink to={page.allCases} label={t('market.landingAllCases', { count: counts.cases })} />
        )}
      </section>
      <Neighbours title={t('market.otherSubjects', { region })} links={page.otherSubjects} />
      <Neighbours title={t('market.otherDistricts', { subject })} links={page.otherDistricts} />
    </div>
  );
}

function AllLink({ to, label }: { to: string; label: string }) {
  const { href } = useShell();
  return (
    <AppLink
      to={href(to)}
      className="mt-3 inline-flex min-h-11 items-center text-sm underline underline-offset-4 hover:text-seal"
    >
      {label} →
    </AppLink>
  );
}

function Neighbours({ title, links }: { title: string; links: readonly { to: string; label: string }[] }) {
  const { href } = useShell();
  if (links.length === 0) return null;
  return (
    <nav aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      <ul className="mt-2 flex flex-wrap gap-x-2">
        {links.map(({ to, label }) => (
          <li key={to}>
            <AppLink to={href(to)} className="group inline-flex min-h-11 min-w-11 items-center">
              <span className="rounded-full border border-line bg-sheet px-3 py-1 text-sm transition-colors group-hover:border-ink-2">
                {label}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
