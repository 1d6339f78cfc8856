import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatDay } from '#shared/hong-kong.ts';
import { loadCaseFit } from '#web/domains/matching/case-marks.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import { cookiesOf } from '#web/ground/cookies.ts';
import { weekLines } from '#web/ground/i18n/times.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { ifSignedIn, orNotFound, requireId } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { chipClass } from '#web/ui/card-style.ts';
import { Part } from '#web/ui/page-parts.tsx';
import { BackToList } from './back-to-list.tsx';
import { caseJsonLd } from './case-json-ld.ts';
import { caseView, dot, lessonsOf, subjectsOf } from './case-view.ts';
import { FactList } from './fact-list.tsx';
import { listPath, noFilters } from './filters.ts';
import { openMarket } from './load-one.ts';
import { Nearby } from './nearby.tsx';
import { NextStep, NextStepBelow, ReportOwner } from './next-step.tsx';
import { SaveHere } from './saved/save-here.tsx';
import { subjectsNamed } from './slugs.ts';
import { FitPart } from './tutor/fit-part.tsx';
import { TwoColumns } from './two-columns.tsx';

const mostNearby = 6;

export async function loader(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  const opened = await openMarket(args);
  const { api, t, locale, names, places } = opened;
  const [one, weekdays, languages, { districts, subjects }] = await Promise.all([
    api('GET /api/common_info/parent_case/{id}', { params: { id } }).catch(orNotFound),
    api('GET /api/common_info/weekday'),
    api('GET /api/common_info/teaching_language'),
    places(),
  ]);
  const own = cookiesOf(args.request).csrftoken
    ? await ifSignedIn(api('GET /api/users/tutor_listing'))
    : undefined;
  const view = caseView(t, names, one);
  const place = nameIn(names.regions, one.tutoring_region) || t('market.onlineOnly');
  const price = one.price === null ? t('card.priceOpen') : `HK$${one.price}${t('card.perHour')}`;
  const posted = t('market.posted', { date: formatDay(one.posted_on, locale) });
  const and = t('market.and');
  const heading = view.titles.join(and);
  return {
    view,
    heading,
    amount: one.price === null ? null : `HK$${one.price}`,
    title: t('market.caseTitle', { title: heading, place }),
    description: [
      one.is_sample ? t('market.sampleNote') : '',
      t('market.caseDescription', { facts: view.facts, price, time: view.time, posted }),
    ].join(''),
    posted,
    facts: [
      [t('market.place'), place],
      [t('market.type'), nameIn(names.types, one.tutoring_type)],
      [t('market.perWeek'), lessonsOf(t, names, one)],
      [t('market.begins'), one.start_tutoring_date ?? t('market.beginsAny')],
    ] as const,
    wishes: [
      [
        t('market.wantedGender'),
        t(
          { U: 'market.noWish' as const, F: 'market.woman' as const, M: 'market.man' as const }[
            one.teacher_gender
          ],
        ),
      ],
      [t('market.education'), nameIn(names.educations, one.teacher_education) || t('market.noWish')],
      [t('market.language'), namesIn(languages.list, one.teaching_language).join(and) || t('market.noWish')],
    ] as const,
    students: one.child_info.map((child, index) => {
      const gender = { U: '', M: t('market.boy'), F: t('market.girl') }[child.gender];
      return [
        one.child_info.length > 1 ? t('market.studentNumber', { number: index + 1 }) : t('market.student'),
        [nameIn(names.grades, child.grade), gender, subjectsOf(names, child).join(and)]
          .filter(Boolean)
          .join(dot),
      ] as const;
    }),
    times: weekLines(one.match_time, weekdays.list).map(
      ({ name, ranges }) => [name, ranges.join(and)] as const,
    ),
    note: one.special_note,
    // Who reads a case looks for cases, not for tutors.
    nearby: districts
      .filter((district) => district.id === one.tutoring_region)
      .flatMap((district) =>
        subjectsNamed(subjects, one.child_info).map((subject) => ({
          to: listPath('cases', { ...noFilters, region: [district.id], [subject.filter]: [subject.id] }),
          label: t('market.caseLink', { region: district.name, subject: subject.name }),
        })),
      )
      .slice(0, mostNearby),
    fit: own?.listing ? await loadCaseFit(opened, own.listing, id) : null,
    jsonLd: caseJsonLd(t, one, { heading, place, facts: view.facts }),
  };
}

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  'case',
  ({ title, description, jsonLd }) => ({ title, description, jsonLd }),
);

type CasePageData = ReturnType<typeof useLoaderData<typeof loader>>;

export default function CasePage() {
  const t = useTranslate();
  const page = useLoaderData<typeof loader>();
  const { view } = page;
  return (
    <div className="py-4 lg:py-8">
      <div className="flex items-center justify-between gap-4">
        <BackToList to="/cases" all={t('market.backToCases')} />
        <SaveHere of={{ about: 'case', id: view.id, name: page.heading }} />
      </div>
      <header className="mt-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className={chipClass.jade}>{t('card.matching')}</span>
          {view.sample && <span className={chipClass.amber}>{t('demo.badge')}</span>}
          <span className="text-ink-2 text-sm">
            {t('market.caseNumber', { id: view.id })}
            {dot}
            {page.posted}
          </span>
        </p>
        <h1 className="mt-2 text-2xl lg:text-3xl">
          {view.titles.map((title) => (
            <span key={title} className="block">
              {title}
            </span>
          ))}
        </h1>
        <p className="mt-1 text-ink-2">{view.facts}</p>
        <NextStepBelow about="case" id={view.id} price={page.amount} />
        {view.sample && <p className="mt-1 text-amber text-sm">{t('market.sampleNote')}</p>}
      </header>
      <div className="mt-6 grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
        <div className="grid grid-cols-1 gap-4">
          {page.fit && <FitPart title={t('market.fitForTutor')} fit={page.fit} />}
          <CaseDetails of={page} />
        </div>
        <aside className="grid gap-6 lg:sticky lg:top-[5.25rem]">
          <NextStep about="case" id={view.id} price={page.amount} slots={page.fit?.slots} />
          <ReportOwner about="case" id={view.id} />
          <Nearby links={page.nearby} />
        </aside>
      </div>
    </div>
  );
}

function CaseDetails({ of: page }: { of: CasePageData }) {
  const t = useTranslate();
  return (
    <>
      <Part title={t('market.students')}>
        <FactList facts={[...page.students, ...page.facts]} />
      </Part>
      <Part title={t('market.times')}>
        {page.times.length > 0 ? (
          <TwoColumns
            caption={t('market.times')}
            heads={[t('market.day'), t('market.time')]}
            rows={page.times}
          />
        ) : (
          <p>{page.view.time}</p>
        )}
      </Part>
      <Part title={t('market.wishes')}>
        <FactList facts={page.wishes} />
      </Part>
      {page.note && (
        <Part title={t('market.note')}>
          <p className="whitespace-pre-line">{page.note}</p>
          {page.note.includes('▇') && <p className="mt-2 text-ink-2 text-xs">{t('market.noteBlotted')}</p>}
        </Part>
      )}
    </>
  );
}
