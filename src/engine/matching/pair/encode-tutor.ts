/** A listing, checked and made small. */

import {
  countOf,
  genderOf,
  idOf,
  listOf,
  MatchingInputError,
  maskOf,
  oneOf,
  oneOfOrNone,
  type TutorListing,
  whole,
} from '../input.ts';
import {
  halvesOf,
  isDseLevel,
  isEducation,
  isExperience,
  isGpa,
  isGrade,
  isLanguage,
  isMajor,
  isOther,
  isRank,
  isRegion,
  isType,
  share,
  standingOf,
  weekOf,
} from './encoding.ts';
import { type EncodedTutor, entryOf, unknownActive } from './facts.ts';
import { dseSource, dseStep, subjectCode } from './reference.ts';

/** What is usual, and how many observations that belief is worth. */
const usual = {
  rating: { mean: 4.2, worth: 5 },
  reliability: { mean: 0.95, worth: 10 },
  acceptance: { mean: 0.5, worth: 6 },
};

const askedPart = 0.35;

export function shrunken(
  { mean, worth }: { mean: number; worth: number },
  sum: number,
  count: number,
): number {
  return (sum + mean * worth) / (count + worth);
}

export function encodeTutor(tutor: TutorListing): EncodedTutor {
  const priceMin = whole('price_min', tutor.price_min, 1, 65_535);
  const priceMax = whole('price_max', tutor.price_max, priceMin, 65_535);
  const homes = maskOf('tutoring_region', tutor.tutoring_region, isRegion);
  const reviews = countOf('reviews', tutor.reviews, 1e6);
  const rating = reviews === 0 ? 0 : (tutor.rating ?? 0);
  if (reviews > 0 && !(rating >= 1 && rating <= 5))
    throw new MatchingInputError('rating', 'is not from 1 to 5');
  const due = countOf('lessons_due', tutor.lessons_due, 1e6);
  const kept = Math.min(due, countOf('lessons_kept', tutor.lessons_kept, 1e6));
  const answered = countOf('answered', tutor.answered, 1e6);
  const accepted = Math.min(answered, countOf('accepted', tutor.accepted, 1e6));
  const week = weekOf(listOf('match_time', tutor.match_time, true));
  return {
    id: idOf(tutor.id),
    isListed: tutor.is_listed !== false && tutor.match_status !== 3,
    gender: genderOf('gender', tutor.gender),
    education: oneOf('education', tutor.education, isEducation),
    experience: oneOf('experience', tutor.experience, isExperience),
    gpa: oneOfOrNone('gpa', tutor.gpa, isGpa),
    rank: oneOfOrNone('rank', tutor.rank, isRank),
    badges: countOf('badges', tutor.badges, 3),
    types: maskOf('tutoring_type', tutor.tutoring_type, isType, true),
    homes,
    reach: homes | maskOf('travel_region', tutor.travel_region, isRegion),
    languages: maskOf('teaching_language', tutor.teaching_language, isLanguage, true),
    week,
    halves: 2 * Math.ceil(halvesOf(week) / 2),
    entries: entriesOf(tutor),
    priceMin,
    priceMax,
    asked: Math.round(priceMin + askedPart * (priceMax - priceMin)),
    rating: share((shrunken(usual.rating, rating * reviews, reviews) - 1) / 4),
    reliability: share(shrunken(usual.reliability, kept, due)),
    acceptance: share(shrunken(usual.acceptance, accepted, answered)),
    ...standingOf(tutor, unknownActive),
  };
}

function entriesOf(tutor: TutorListing): number[] {
  const results = new Uint8Array(64);
  let steps = 0;
  let count = 0;
  for (const { major_subject, dse_level } of listOf('dse_results', tutor.dse_results)) {
    const step = dseStep(oneOf('dse_results.dse_level', dse_level, isDseLevel));
    results[oneOf('dse_results.major_subject', major_subject, isMajor)] = step;
    steps += step;
    count++;
  }
  const onTheWhole = count === 0 ? 0 : Math.round(steps / count);
  const resultFor = (code: number) => {
    const source = dseSource(code);
    return source === 'whole' ? onTheWhole : (results[source] as number);
  };
  const taught = new Map<number, number>();
  for (const { major_subject, other_subject, grade } of listOf(
    'subject_grades',
    tutor.subject_grades,
    true,
  )) {
    const major = major_subject ?? null;
    const other = other_subject ?? null;
    if ((major === null) === (other === null))
      throw new MatchingInputError('subject_grades', 'names a major or an other subject, one of the two');
    const code =
      major === null
        ? subjectCode.other(oneOf('subject_grades.other_subject', other, isOther))
        : subjectCode.major(oneOf('subject_grades.major_subject', major, isMajor));
    const mask = maskOf('subject_grades.grade', grade, isGrade, true);
    taught.set(code, (taught.get(code) ?? 0) | mask);
  }
  return Array.from(taught, ([code, mask]) => entryOf(code, mask, resultFor(code)));
}
