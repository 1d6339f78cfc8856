import BadgeCheck from 'lucide-react/icons/badge-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import Star from 'lucide-react/icons/star';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatDay } from '#shared/hong-kong.ts';
import type { TutorCard } from '#shared/market.ts';
import { loadSchools, nameIn, namesIn } from '#web/domains/reference/named.ts';
import { TutorReviewList } from '#web/domains/reviews/tutor-review-list.tsx';
import { BadgeList } from '#web/domains/trust/badge-list.tsx';
import { badgeAtLength, badgeInWords } from '#web/domains/trust/badge-words.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { orNotFound, requireId } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { chipClass } from '#web/ui/card-style.ts';
import { cx } from '#web/ui/cx.ts';
import { Facts } from '#web/ui/facts.tsx';
import { BackLink, Part } from '#web/ui/page-parts.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { BackToList } from './back-to-list.tsx';
import { dot } from './case-view.ts';
import { FactList } from './fact-list.tsx';
import { landingLinks, openMarket } from './load-one.ts';
import { Nearby } from './nearby.tsx';
import { ReportOwner } from './next-step.tsx';
import { Price } from './price.tsx';
import { SaveHere } from './saved/save-here.tsx';
import { type Places, subjectsNamed } from './slugs.ts';
import { FitPart } from './tutor/fit-part.tsx';
import { FreeTimes } from './tutor/free-times.tsx';
import { OwnNextStep, TutorBar, TutorNextStep } from './tutor/next-step.tsx';
import { isOwnPage, loadOwnCase, timesBeside } from './tutor/own-case.ts';
import { ShareButton } from './tutor/share-button.tsx';
import { VerifiedChips } from './tutor-card.tsx';
import { tutorJsonLd } from './tutor-json-ld.ts';
import {
  experienceInWords,
  resultsFor,
  shortList,
  studiesInFull,
  subjectLines,
  subjectNames,
  tutorView,
} from './tutor-view.ts';
import { TwoColumns } from './two-columns.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  const opened = await openMarket(args);
  const { api, t, locale, names, places } = opened;
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
  const school = nameIn(schools, one.school) || one.school_name;
  const and = t('market.and');
  const taught = subjectNames(names, one.subject_grades);
  const regions = namesIn(names.regions, one.tutoring_region);
  const isOwn = await isOwnPage(args, opened, id);
  const ownCase = isOwn ? undefined : await loadOwnCase(args, opened, one);
  const view = tutorView(t, names, schools, one, ownCase?.sought);
  const documents = one.badges.filter(({ kind }) => kind !== 'police_check');
  // Of several subjects the family has one in mind, which nobody knows.
  const subject = one.subject_grades.length === 1 ? one.subject_grades[0] : undefined;
  return {
    view,
    headline: studiesInFull(t, names, schools, one, ownCase?.sought),
    title: t('market.tutorTitle', {
      name: view.name,
      subjects: shortList(t, taught, 3),
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
    preview: `/api/common_info/teacher_case/${id}/preview?language=${locale}`,
    joined: t('market.joined', { date: formatDay(one.joined_on, locale) }),
    introduction: one.introduction,
    // Secondary 1 stays on one line.
    subjects: subjectLines(t, names, one.subject_grades).map(
      ([name, grades]) => [name, grades.replace(/ (?=\d)/g, '\u00a0')] as const,
    ),
    isOwn,
    ownCase,
    hasMine: (ownCase?.slots.length ?? 0) > 0,
    times: timesBeside(
      [...one.match_time, ...(ownCase?.agreed ?? [])],
      ownCase?.slots ?? [],
      weekdays.list,
      and,
    ),
    fit: ownCase?.fit && {
      word: t(`matching.fit.${ownCase.fit.word}`),
      isMaybe: ownCase.fit.word === 'maybe',
      reasons: ownCase.fit.reasons,
      drawback: ownCase.fit.drawback && t('matching.beware', { drawback: ownCase.fit.drawback }),
    },
    /** What a case posted for this tutor begins with. */
    prefill: subject
      ? `?${subject.major_subject ? 'major_subject' : 'other_subject'}=${subject.major_subject ?? subject.other_subject}`
      : '',
    facts: [
      [t('market.places'), regions.join(and)],
      [t('market.travels'), namesIn(names.regions, one.travel_region).join(and)],
      [t('market.type'), namesIn(names.types, one.tutoring_type).join(and)],
      [t('market.language'), namesIn(languages.list, one.teaching_language).join(and)],
      [t('market.tutorGender'), { U: '', F: t('market.woman'), M: t('market.man') }[one.gender]],
    ] as const,
    studies: [
      [t('market.school'), school],
      [t('market.degree'), nameIn(names.educations, one.education)],
      [t('market.gpa'), nameIn(gpas.list, one.gpa)],
      [t('market.rank'), nameIn(ranks.list, one.rank)],
      [t('market.experience'), experienceInWords(t, names, one.experience)],
      [
        t('market.dse'),
        resultsFor(one, ownCase?.sought)
          .map(
            (result) =>
              `${nameIn(names.majors, result.major_subject)}\u00a0${nameIn(names.levels, result.dse_level)}`,
          )
          .join(and),
      ],
    ] as const,
    reviews,
    reliability: one.reliability
      ? t('reviews.kept', { due: one.reliability.lessons_due, kept: one.reliability.kept })
      : t('reviews.noneDue'),
    documents: documents.map((badge) => badgeAtLength(t, badge, locale)),
    documentNames: [...new Set(documents.map((badge) => badgeInWords(t, badge)))].join(and),
    isFromTutoring: args.url.searchParams.get('from') === 'tutoring',
    police: one.badges
      .filter(({ kind }) => kind === 'police_check')
      .map((badge) => badgeAtLength(t, badge, locale)),
    nearby: landingLinks(
      t,
      districtsFor(districts, one, ownCase?.sought.region),
      subjectsNamed(subjects, one.subject_grades),
    ),
    jsonLd: tutorJsonLd(t, one, {
      name: view.name,
      subjects: taught,
      regions,
      school,
    }),
  };
}

/** The family's own district where the tutor comes there, else where the tutor teaches. */
function districtsFor(districts: Places['districts'], tutor: TutorCard, own: readonly number[] = []) {
  const { tutoring_region, travel_region } = tutor;
  const here = districts.filter(
    ({ id }) => own.includes(id) && (tutoring_region.includes(id) || travel_region.includes(id)),
  );
  return here.length > 0 ? here : districts.filter(({ id }) => tutoring_region.includes(id));
}

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  'tutor',
  ({ title, description, jsonLd, preview }) => ({ title, description, jsonLd, preview }),
);

export default function TutorPage() {
  const t = useTranslate();
  const page = useLoaderData<typeof loader>();
  const { view, ownCase, isOwn } = page;
  const step = { tutor: view, ownCase, prefill: page.prefill };
  const isVerified = page.documents.length > 0;
  return (
    <div className="pt-4 lg:py-8">
      <div className="flex items-center justify-between gap-4">
        {isOwn || page.isFromTutoring ? (
          <BackLink to="/my-tutoring">{t('market.backToTutoring')}</BackLink>
        ) : ownCase?.isOpenedFrom ? (
          <BackLink to={`/me/case/${ownCase.id}/tutors`}>{t('market.back')}</BackLink>
        ) : (
          <BackToList to="/tutors" all={t('market.backToTutors')} />
        )}
        {!isOwn && <SaveHere of={{ about: 'tutor', id: view.id, name: view.name }} />}
      </div>
      {isOwn && <OwnPageNote />}
      <div className="mt-2 grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <header className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
            <Portrait portrait={view.portrait} surname={view.surname} className="size-24 text-5xl" isFirst />
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h1 className="break-words text-2xl lg:text-3xl">{view.name}</h1>
                {view.sample && <span className={chipClass.amber}>{t('demo.badge')}</span>}
              </div>
              <p className={cx('mt-1 flex gap-1.5 text-sm', isVerified ? 'text-jade' : 'text-ink-2')}>
                {isVerified ? (
                  <BadgeCheck className="mt-0.5 size-5 shrink-0" />
                ) : (
                  <CircleDashed className="mt-0.5 size-5 shrink-0" />
                )}
                <span className="min-w-0">
                  {t(isVerified ? 'market.verified' : 'market.unverified')}
                  {isVerified && <span className="block text-ink-2 text-xs">{page.documentNames}</span>}
                </span>
              </p>
              <RatingLine words={view.reviews} />
              {page.police.length > 0 && (
                <p className="mt-1 flex">
                  <VerifiedChips facts={[t('market.badge.police_check')]} />
                </p>
              )}
            </div>
            <Facts of={page.headline} className="col-span-2 text-ink-2" />
            <div className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-2">
              <ShareButton path={`/tutor/${view.id}`} title={page.title} />
              <span className="text-ink-2 text-xs">
                {t('market.tutorNumber', { id: view.id })}
                {dot}
                {page.joined}
              </span>
            </div>
            {view.sample && <p className="col-span-2 text-amber text-sm">{t('market.sampleNote')}</p>}
          </header>
          {ownCase && page.fit && (
            <FitPart title={t('market.fitFor', { title: ownCase.title })} fit={page.fit} />
          )}
          <Part title={t('reviews.title')}>
            <TutorReviewList listingId={view.id} first={page.reviews} />
          </Part>
          <Part title={t('market.subjects')}>
            <TwoColumns
              caption={t('market.subjects')}
              heads={[t('market.subject'), t('market.grades')]}
              rows={page.subjects}
            />
          </Part>
          <div className="rounded-card border border-line bg-sheet p-5 lg:hidden">
            <h2 className="mb-1 text-lg">{t('market.price')}</h2>
            <Price amount={view.price} />
            <p className="text-ink-2 text-xs">{t('market.priceHelp')}</p>
          </div>
          {page.times.length > 0 && (
            <Part title={t('market.freeTimes')}>
              <FreeTimes days={page.times} hasMine={page.hasMine} />
            </Part>
          )}
          <Part title={t('market.arrangements')}>
            <FactList facts={page.facts} />
          </Part>
          {page.introduction && (
            <Part title={t('market.introduction')}>
              <p className="whitespace-pre-line break-words">{page.introduction}</p>
              {page.introduction.includes('▇') && (
                <p className="mt-2 text-ink-2 text-xs">{t('market.noteBlotted')}</p>
              )}
            </Part>
          )}
          <Part title={t('market.studies')}>
            <FactList facts={page.studies} />
          </Part>
          <Part title={t('reviews.reliability')}>
            {view.record && <Facts of={view.record} className="mb-1" />}
            <p>{page.reliability}</p>
          </Part>
          <Part title={t('market.badges')}>
            {isVerified ? (
              <>
                <p className="mb-3 text-sm">{t('market.verifiedText')}</p>
                <BadgeList badges={page.documents} />
              </>
            ) : (
              <p className="text-ink-2 text-sm">{t('market.noBadges')}</p>
            )}
            <h3 className="mt-4 mb-2 border-line border-t pt-4 text-base">
              {t('market.badge.police_check')}
            </h3>
            {page.police.length > 0 ? (
              <BadgeList badges={page.police} />
            ) : (
              <p className="text-ink-2 text-sm">{t('market.policeNo')}</p>
            )}
          </Part>
        </div>
        <aside className="grid gap-6 lg:sticky lg:top-[5.25rem]">
          {isOwn ? <OwnNextStep price={view.price} /> : <TutorNextStep {...step} />}
          {!isOwn && <ReportOwner about="tutor" id={view.id} />}
          <Nearby links={page.nearby} />
        </aside>
      </div>
      {!isOwn && <TutorBar {...step} />}
    </div>
  );
}

/** What the tutor sees on top of the own page; families do not. */
function OwnPageNote() {
  const t = useTranslate();
  const { href } = useShell();
  return (
    <Card as="section" className="mt-2 flex flex-wrap items-center justify-between gap-3 bg-paper-2">
      <div className="min-w-0">
        <h2 className="font-sans text-base">{t('market.ownPage')}</h2>
        <p className="text-ink-2 text-sm">{t('market.ownPageText')}</p>
      </div>
      <ButtonLink variant="primary" to={href('/me/tutor')}>
        {t('market.ownPageEdit')}
      </ButtonLink>
    </Card>
  );
}

function RatingLine({ words }: { words: string }) {
  const t = useTranslate();
  return (
    <p className="mt-1 flex items-center gap-1.5 text-sm">
      <Star className={cx('size-5 shrink-0', words ? 'fill-amber text-amber' : 'text-ink-2')} />
      {words ? (
        <span className="whitespace-nowrap">{words}</span>
      ) : (
        <span className="text-ink-2">{t('market.noRating')}</span>
      )}
    </p>
  );
}
