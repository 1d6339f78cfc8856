import type { LoaderFunctionArgs } from 'react-router';
import type { TutorPage } from '#shared/market.ts';
import { type FitView, loadFits } from '#web/domains/matching/fit-view.ts';
import { loadSchools, nameIn, namesIn } from '#web/domains/reference/named.ts';
import { badgeName } from '#web/domains/trust/badge-words.ts';
import type { Api } from '#web/ground/api/api.ts';
import { keepUnits } from '#web/ground/i18n/numbers.ts';
import { weekLines } from '#web/ground/i18n/times.ts';
import { ifSignedIn, orNone } from '#web/ground/routing/page-loader.ts';
import { openMarket } from '../load-one.ts';
import { timesBeside } from '../tutor/own-case.ts';
import {
  experienceInWords,
  priceRange,
  resultsFor,
  reviewsInWords,
  soughtIn,
  subjectLines,
  tutorView,
} from '../tutor-view.ts';
import { mostCompared } from './store.ts';

/** One thing that is compared: of each tutor the lines that tell of it. */
export type Compared = { label: string; values: string[][]; isSame: boolean };

/** The first three ids of the address; anything else in it is ignored. */
function idsIn(params: URLSearchParams): number[] {
  const ids = (params.get('ids') ?? '').split(',').filter((id) => /^[1-9]\d{0,14}$/.test(id));
  return [...new Set(ids.map(Number))].slice(0, mostCompared);
}

export async function loadCompared(args: LoaderFunctionArgs) {
  const ids = idsIn(args.url.searchParams);
  const opened = await openMarket(args);
  const { api, t, names } = opened;
  const [pages, weekdays, languages, saved, own] = await Promise.all([
    Promise.all(ids.map((id) => orNone(api('GET /api/common_info/teacher_case/{id}', { params: { id } })))),
    api('GET /api/common_info/weekday'),
    api('GET /api/common_info/teaching_language'),
    ifSignedIn(api('GET /api/users/saved')),
    ownCase(args, api),
  ]);
  const tutors = pages.filter((page) => page !== undefined);
  const schools = await loadSchools(
    api,
    tutors.map(({ school }) => school),
  );
  const fits = own ? await loadFits(opened, own, ids) : new Map<number, FitView>();
  const and = t('market.and');
  const mine = own?.match_time ?? [];
  const facts: (readonly [label: string, lines: (one: TutorPage) => string[]])[] = [
    [
      t('compare.fit'),
      (one) => {
        const fit = fits.get(one.id);
        if (!fit) return fits.size > 0 ? [t('compare.fitUnknown')] : [];
        return [
          t(`matching.fit.${fit.word}`),
          ...fit.reasons,
          ...(fit.drawback ? [t('matching.beware', { drawback: fit.drawback })] : []),
        ];
      },
    ],
    [t('market.group.price'), (one) => [priceRange(one)]],
    [
      t('market.subjects'),
      (one) =>
        subjectLines(t, names, one.subject_grades).map(([subject, grades]) =>
          t('market.teaches', { subjects: subject, grades }),
        ),
    ],
    [t('market.experience'), (one) => [experienceInWords(t, names, one.experience)]],
    [
      t('market.degree'),
      (one) => [
        nameIn(names.educations, one.education),
        nameIn(schools, one.school),
        ...resultsFor(one, own && soughtIn(own)).map((result) =>
          t('market.result', {
            subject: nameIn(names.majors, result.major_subject),
            level: nameIn(names.levels, result.dse_level),
          }),
        ),
      ],
    ],
    [
      t('market.badges'),
      (one) => {
        const verified = [...new Set(one.badges.map((badge) => badgeName(t, badge)))];
        return verified.length > 0 ? verified : [t('compare.noBadges')];
      },
    ],
    [t('reviews.title'), (one) => [reviewsInWords(t, one) || t('card.notRated')]],
    [
      t('reviews.reliability'),
      ({ reliability }) => [
        reliability
          ? t('reviews.kept', { due: reliability.lessons_due, kept: reliability.kept })
          : t('compare.noLessons'),
      ],
    ],
    [
      t('market.places'),
      (one) => [
        namesIn(names.regions, [...new Set([...one.tutoring_region, ...one.travel_region])]).join(and) ||
          t('market.onlineOnly'),
      ],
    ],
    [t('market.type'), (one) => [namesIn(names.types, one.tutoring_type).join(and)]],
    [
      t('market.freeTimes'),
      (one) =>
        weekLines(one.match_time, weekdays.list).map(({ name, ranges }) => [name, ...ranges].join(' ')),
    ],
    [
      t('compare.commonTimes'),
      (one) => {
        if (mine.length === 0) return [];
        const days = timesBeside(one.match_time, mine, weekdays.list, and).filter(({ common }) => common);
        return days.length > 0
          ? days.map(({ name, common }) => `${name} ${common}`)
          : [t('compare.noCommonTimes')];
      },
    ],
    [t('market.language'), (one) => [namesIn(languages.list, one.teaching_language).join(and)]],
    [t('market.tutorGender'), (one) => [{ U: '', F: t('market.woman'), M: t('market.man') }[one.gender]]],
  ];
  const rows = facts
    .map(([label, lines]): Compared => {
      const values = tutors.map((one) => lines(one).filter(Boolean).map(keepUnits));
      return { label, values, isSame: new Set(values.map((value) => value.join('\n'))).size === 1 };
    })
    .filter(({ values }) => values.some((value) => value.length > 0));
  return {
    tutors: tutors.map((one) => {
      const { interest = null, over = null } = fits.get(one.id) ?? {};
      return { ...tutorView(t, names, schools, one, own && soughtIn(own)), interest, over };
    }),
    rows,
    ownCase: own && { id: own.id, isOnline: own.status === 1 },
    isMissing: tutors.length < ids.length,
    saved: saved?.tutors ?? null,
  };
}

/** The family's own case that the address names, else its only one that is online. */
async function ownCase({ url }: LoaderFunctionArgs, api: Api) {
  const wanted = /^[1-9]\d{0,14}$/.exec(url.searchParams.get('case') ?? '')?.[0];
  const user = wanted ? undefined : await ifSignedIn(api('GET /api/users/info'));
  const online = user?.case_list.filter(({ status }) => status === 1) ?? [];
  const id = wanted ? Number(wanted) : online.length === 1 ? online[0]?.id : undefined;
  if (id === undefined) return undefined;
  return orNone(api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } }));
}
