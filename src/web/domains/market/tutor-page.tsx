import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { loadSchools, nameIn, namesIn } from '#web/domains/reference/named.ts';
import { TutorReviewList } from '#web/domains/reviews/tutor-review-list.tsx';
import { BadgeList } from '#web/domains/trust/badge-list.tsx';
import { badgeAtLength } from '#web/domains/trust/badge-words.ts';
import { weekLines } from '#web/ground/i18n/times.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { orNotFound, requireId } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { chipClass } from '#web/ui/card-style.ts';
import { Part } from '#web/ui/page-parts.tsx';
import { BackToList } from './back-to-list.tsx';
import { dot } from './case-view.ts';
import { FactList } from './fact-list.tsx';
import { landingLinks, openMarket } from './load-one.ts';
import { Nearby } from './nearby.tsx';
import { NextStep, NextStepBelow, ReportOwner } from './next-step.tsx';
import { SaveHere } from './saved/save-here.tsx';
import { subjectsNamed } from './slugs.ts';
import { Surname } from './tutor-card.tsx';
import { tutorJsonLd } from './tutor-json-ld.ts';
import { experienceInWords, shortList, subjectLines, subjectNames, tutorView } from './tutor-view.ts';
import { TwoColumns } from './two-columns.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  const { api, t, names, places } = await openMarket(args);
  const [one, reviews, weekdays, languages, gpas, ranks, { districts, subjects }] = await Promise.all([
    api('GET /api/common_info/teacher_case/{id}', { params: { id } }).catch(orNotFound),
    api('GET /api/common_info/teacher_case/{id}/reviews', { params: { id } }).catch(orNotFound),
    api('GET /api/common_info/weekday'),
    api('GET /api/common_info/teaching_language'),
    api('GET /api/common_info/gpa'),
    api('GET /api/common_info/rank'),
    places(),
  ]);
  const schools = await loadSchools(api, [one.school]);
  const view = tutorView(t, names, schools, one);
  const and = t('market.and');
  const taught = subjectNames(names, one.subject_grades);
  const regions = namesIn(names.regions, one.tutoring_region);
  const titles = { name: view.name, subjects: shortList(t, taught, 3) };
  return {
    view,
    title: t('market.tutorTitle', {
      ...titles,
      place: shortList(t, regions, 2, 'market.andMoreRegions') || t('market.onlineOnly'),
    }),
    description: [
      one.is_sample ? t('market.sampleNote') : '',
      t('market.tutorDescription', {
        studies: view.studies,
        subjects: shortList(t, taught, 5),
        price: view.price,
      }),
    ].join(''),
    joined: t('market.joined', { date: one.joined_on }),
    introduction: one.introduction,
    subjects: subjectLines(t, names, one.subject_grades),
    times: weekLines(one.match_time, weekdays.list).map(
      ({ name, ranges }) => [name, ranges.join(and)] as const,
    ),
    facts: [
      [t('market.places'), regions.join(and)],
      [t('market.travels'), namesIn(names.regions, one.travel_region).join(and)],
      [t('market.type'), namesIn(names.types, one.tutoring_type).join(and)],
      [t('market.language'), namesIn(languages.list, one.teaching_language).join(and)],
      [t('market.tutorGender'), { U: '', F: t('market.woman'), M: t('market.man') }[one.gender]],
    ] as const,
    studies: [
      [t('market.school'), nameIn(schools, one.school)],
      [t('market.degree'), nameIn(names.educations, one.education)],
      [t('market.gpa'), nameIn(gpas.list, one.gpa)],
      [t('market.rank'), nameIn(ranks.list, one.rank)],
      [t('market.experience'), experienceInWords(t, names, one.experience)],
      [
        t('market.dse'),
        one.dse_results
          .map(
            (result) =>
              `${nameIn(names.majors, result.major_subject)} ${nameIn(names.levels, result.dse_level)}`,
          )
          .join(and),
      ],
    ] as const,
    reviews,
    reliability:
      one.reliability.lessons_due > 0
        ? t('reviews.kept', { due: one.reliability.lessons_due, kept: one.reliability.kept })
        : '',
    badges: one.badges.map((badge) => badgeAtLength(t, badge)),
    nearby: landingLinks(
      t,
      districts.filter((district) => one.tutoring_region.includes(district.id)),
      subjectsNamed(subjects, one.subject_grades),
    ),
    jsonLd: tutorJsonLd(t, one, {
      name: view.name,
      subjects: taught,
      regions,
      school: nameIn(schools, one.school),
    }),
  };
}

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  'tutor',
  ({ title, description, jsonLd }) => ({ title, description, jsonLd }),
);

export default function TutorPage() {
  const t = useTranslate();
  const page = useLoaderData<typeof loader>();
  const { view } = page;
  return (
    <div className="py-4 lg:py-8">
      <div className="flex items-center justify-between gap-4">
        <BackToList to="/tutors" all={t('market.backToTutors')} />
        <SaveHere of={{ about: 'tutor', id: view.id, name: view.name }} />
      </div>
      <header className="mt-2 flex gap-4">
        <Surname sign={view.surname} className="size-16 text-3xl" />
        <div className="min-w-0">
          <h1 className="text-2xl lg:text-3xl">{view.name}</h1>
          <p className="mt-1 flex flex-wrap items-center gap-2">
            {view.sample && <span className={chipClass.amber}>{t('demo.badge')}</span>}
            {view.badges.map((badge) => (
              <span key={badge} className={chipClass.jade}>
                {badge}
              </span>
            ))}
            <span className="text-ink-2 text-sm">
              {t('market.tutorNumber', { id: view.id })}
              {dot}
              {page.joined}
            </span>
          </p>
        </div>
      </header>
      <p className="mt-3 text-ink-2">{view.studies}</p>
      <NextStepBelow about="tutor" id={view.id} price={view.price} />
      {view.sample && <p className="mt-1 text-amber text-sm">{t('market.sampleNote')}</p>}
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-[1fr_20rem] lg:gap-8">
        <div className="grid gap-4">
          {page.introduction && (
            <Part title={t('market.introduction')}>
              <p className="whitespace-pre-line">{page.introduction}</p>
              {page.introduction.includes('▇') && (
                <p className="mt-2 text-ink-2 text-xs">{t('market.noteBlotted')}</p>
              )}
            </Part>
          )}
          <Part title={t('market.subjects')}>
            <TwoColumns
              caption={t('market.subjects')}
              heads={[t('market.subject'), t('market.grades')]}
              rows={page.subjects}
            />
          </Part>
          {page.times.length > 0 && (
            <Part title={t('market.freeTimes')}>
              <TwoColumns
                caption={t('market.freeTimes')}
                heads={[t('market.day'), t('market.time')]}
                rows={page.times}
              />
            </Part>
          )}
          <Part title={t('market.arrangements')}>
            <FactList facts={page.facts} />
          </Part>
          <Part title={t('market.studies')}>
            <FactList facts={page.studies} />
          </Part>
          <Part title={t('reviews.title')}>
            <TutorReviewList listingId={view.id} first={page.reviews} reliability={page.reliability} />
          </Part>
          <Part title={t('market.badges')}>
            {page.badges.length > 0 ? (
              <BadgeList badges={page.badges} />
            ) : (
              <p className="text-ink-2 text-sm">{t('market.noBadges')}</p>
            )}
          </Part>
        </div>
        <aside className="grid gap-6 lg:sticky lg:top-[5.25rem]">
          <NextStep about="tutor" id={view.id} price={view.price} />
          <ReportOwner about="tutor" id={view.id} />
          <Nearby links={page.nearby} />
        </aside>
      </div>
    </div>
  );
}
