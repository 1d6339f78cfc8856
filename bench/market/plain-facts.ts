import { classOfListing, tutorClassOfEducation } from '../../src/engine/pricing/case-facts.ts';
import { gradeStage, marketCell } from '../../src/engine/pricing/market-table.ts';
import { dayMs, type ParentCase, type TutorListing } from './declared.ts';
import { commonDays, commonHalves } from './eligible.ts';
import { mean } from './measures.ts';
import { minutesBetween } from './places.ts';

const genders = ['U', 'M', 'F'];
const fixedFactsCache = new WeakMap<ParentCase, Map<number, number[]>>();

/** All declared fields of a case and a listing as one row of numbers, the input of the boosted trees. */
export function plainFacts(parentCase: ParentCase, tutor: TutorListing, now: number): number[] {
  const known = fixedFactsCache.get(parentCase) ?? new Map<number, number[]>();
  fixedFactsCache.set(parentCase, known);
  const fixed = known.get(tutor.id) ?? fixedFacts(parentCase, tutor);
  known.set(tutor.id, fixed);
  return [
    ...fixed,
    tutor.rating ?? 0,
    tutor.reviews,
    ((tutor.rating ?? 0) * tutor.reviews + 4.1 * 2) / (tutor.reviews + 2),
    ((tutor.rating ?? 0) * tutor.reviews + 4.1 * 6) / (tutor.reviews + 6),
    tutor.lessons_due,
    (tutor.lessons_kept + 0.93 * 8) / (tutor.lessons_due + 8),
    tutor.answered,
    (tutor.accepted + 2) / (tutor.answered + 4),
    (now - tutor.created_at) / dayMs,
    (now - tutor.active_at) / dayMs,
    tutor.pending,
    tutor.views,
  ];
}

function fixedFacts(parentCase: ParentCase, tutor: TutorListing): number[] {
  const grade = parentCase.child_info[0]?.grade ?? 4;
  const stage = gradeStage(grade);
  const subjects = parentCase.child_info.flatMap(({ major_subject }) => major_subject);
  const wish = marketCell(grade, tutorClassOfEducation(parentCase.teacher_education));
  const own = marketCell(grade, classOfListing(tutor));
  const offer = parentCase.price ?? wish.middle;
  const place = parentCase.tutoring_region;
  const isOnline = parentCase.tutoring_type === 2;
  const minutes = (districts: readonly number[]) =>
    place === null || isOnline || districts.length === 0
      ? [0]
      : districts.map((district) => minutesBetween(district, place));
  const homeMinutes = minutes(tutor.tutoring_region);
  const reachMinutes = minutes([...tutor.tutoring_region, ...tutor.travel_region]);
  const levels = tutor.dse_results.map(({ dse_level }) => dse_level);
  const asked = tutor.dse_results.filter(({ major_subject }) => subjects.includes(major_subject));
  const stages = tutor.subject_grades.map(({ grade: taught }) => gradeStage(taught[0] ?? 4));
  const halves = commonHalves(parentCase, tutor);
  return [
    grade,
    stage,
    parentCase.tutoring_type,
    parentCase.tutoring_days_per_week,
    parentCase.tutoring_time_per_class,
    parentCase.price === null ? 1 : 0,
    offer / wish.middle,
    offer,
    parentCase.teacher_education ?? 0,
    genders.indexOf(parentCase.teacher_gender),
    parentCase.weekday.length,
    parentCase.match_time.length,
    subjects.length,
    parentCase.teaching_language.length,
    genders.indexOf(tutor.gender),
    tutor.education,
    tutor.gpa ?? 0,
    tutor.rank ?? 0,
    tutor.experience,
    mean(levels),
    Math.max(...levels),
    asked.length === 0 ? 0 : mean(asked.map(({ dse_level }) => dse_level)),
    tutor.badges,
    tutor.price_min,
    tutor.price_max,
    tutor.price_min / offer,
    tutor.price_max / offer,
    (0.75 * tutor.price_min + 0.25 * tutor.price_max) / offer,
    offer / own.low,
    tutor.price_min / own.low,
    Math.max(tutor.price_min, own.low) / offer,
    tutor.tutoring_region.length,
    tutor.travel_region.length,
    place !== null && tutor.tutoring_region.includes(place) ? 1 : 0,
    Math.min(...homeMinutes),
    mean(homeMinutes),
    Math.max(...homeMinutes),
    mean(reachMinutes),
    tutor.tutoring_type.length,
    tutor.teaching_language.length,
    tutor.match_time.length,
    commonDays(parentCase, tutor) - parentCase.tutoring_days_per_week,
    halves / parentCase.match_time.length,
    halves / tutor.match_time.length,
    stages.filter((one) => one === stage).length / stages.length,
    mean(stages.map((one) => Math.abs(one - stage))),
    mean(stages) - stage,
    new Set(stages).size,
    tutor.subject_grades.length,
  ];
}
