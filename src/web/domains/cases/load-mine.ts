import { addDays, today } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import { type ClassWords, loadClassNames } from '#web/domains/classes/load-classes.ts';
import { loadNextLessons, loadRequests } from '#web/domains/interest/load-requests.ts';
import { isLive, knownFrom } from '#web/domains/interest/match-view.ts';
import { storedOrNull } from '#web/domains/matching/stored-or-null.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { countWords } from '#web/ground/i18n/numbers.ts';
import { lessonsToAnswer } from './lessons-to-answer.tsx';
import { loadApplicants } from './load-applicants.ts';

/** The number of cases loaded with details; older ones show only their number. */
const mostInFull = 20;
/** How far ahead the next lesson of a class is looked for. */
const daysAhead = 60;

export async function loadMine(api: Api, words: ClassWords, locale: Locale, t: Translate | undefined) {
  const { and } = words;
  const [{ case_list, last_identity }, { listing }, names] = await Promise.all([
    api('GET /api/users/info'),
    api('GET /api/users/tutor_listing'),
    loadClassNames(api),
  ]);
  const inFull = case_list.slice(0, mostInFull);
  const day = today();
  const [requests, waiting, classes, checks, next, details, fitting, casesThatFit] = await Promise.all([
    loadRequests(api, names, and),
    api('GET /api/users/waiting'),
    api('GET /api/users/classes', { query: { page_size: 50 } }),
    api('GET /api/users/police_checks'),
    loadNextLessons(api, day, addDays(day, daysAhead), locale),
    Promise.all(
      inFull.map(({ id }) =>
        api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } }),
      ),
    ),
    Promise.all(
      inFull.map(({ id, status }) =>
        status === 1
          ? storedOrNull(api('GET /api/algorithms/tutor_matcher', { query: { case_id: id } }))
          : null,
      ),
    ),
    listing ? storedOrNull(api('GET /api/algorithms/case_matcher')) : null,
  ]);
  const applicants = await loadApplicants(api, t, requests.interests);
  return {
    identity: last_identity,
    requests: {
      ...requests,
      interests: requests.interests.map((interest) => {
        const applicant = applicants.get(interest.listing_id ?? 0);
        if (!applicant || !interest.isFamily || interest.isMine) return interest;
        const teaches = knownFrom(requests.matches, interest)?.children;
        return { ...interest, applicant: { ...applicant, teaches } };
      }),
    },
    /** The same number as at the link to this page. */
    answers: waiting.needs_answer,
    lessons: lessonsToAnswer(waiting.list, names, words, locale),
    matches: requests.matches.map((match) => {
      const cls = classes.list.find(({ match_id }) => match_id === match.id);
      return {
        ...match,
        known: match.isFamily && isLive(match) ? knownFrom(requests.matches, match, match.id) : undefined,
        checkIs: checks.list.find(({ match_id }) => match_id === match.id)?.status,
        cls: cls && {
          id: cls.id,
          isOpen: cls.open_lesson_id !== null,
          totals: cls.totals,
          next: next.get(cls.id),
        },
      };
    }),
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
      id: listing.id,
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
/** The stored count of the last computation; the linked page computes it again. */
const countOf = (kept: { total: number; total_is_capped: boolean } | null | undefined) =>
  kept ? countWords(kept.total, kept.total_is_capped) : null;

export type Mine = Awaited<ReturnType<typeof loadMine>>;
