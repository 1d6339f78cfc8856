import { classOfListing, classOfWish } from '../../src/engine/pricing/case-facts.ts';
import { gradeStage, marketCell } from '../../src/engine/pricing/market-table.ts';
import { dayMs, type ParentCase, type TutorListing } from './declared.ts';
import { commonDays, commonHalves } from './eligible.ts';
import { mean } from './measures.ts';
import { minutesBetween } from './places.ts';

const genders = ['U', 'M', 'F'];
const steady = new WeakMap<ParentCase, Map<number, number[]>>();

/** Everything declared of a case and a listing as one row of numbers, for a learner that is to find out what counts. */
export function plainFacts(wanted: ParentCase, tutor: TutorListing, now: number): number[] {
  const known = steady.get(wanted) ?? new Map<number, number[]>();
  steady.set(wanted, known);
  const fixed = known.get(tutor.id) ?? steadyFacts(wanted, tutor);
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

function steadyFacts(wanted: ParentCase, tutor: TutorListing): number[] {
  const grade = wanted.child_info[0]?.grade ?? 4;
  const stage = gradeStage(grade);
  const subjects = wanted.child_info.flatMap(({ major_subject }) => major_subject);
  const wish = marketCell(grade, classOfWish(wanted.teacher_education));
  const own = marketCell(grade, classOfListing(tutor));
  const offer = wanted.price ?? wish.middle;
  const place = wanted.tutoring_region;
  const isOnline = wanted.tutoring_type === 2;
  const minutes = (districts: readonly number[]) =>
    place === null || isOnline || districts.length === 0
      ? [0]
      : districts.map((district) => minutesBetween(district, place));
  const teaches = minutes(tutor.tutoring_region);
  const goes = minutes([...tutor.tutoring_region, ...tutor.travel_region]);
  const levels = tutor.dse_results.map(({ dse_level }) => dse_level);
  const asked = tutor.dse_results.filter(({ major_subject }) => subjects.includes(major_subject));
  const stages = tutor.subject_grades.map(({ grade: taught }) => gradeStage(taught[0] ?? 4));
  const halves = commonHalves(wanted, tutor);
  return [
    grade,
    stage,
    wanted.tutoring_type,
    wanted.tutoring_days_per_week,
    wanted.tutoring_time_per_class,
    wanted.price === null ? 1 : 0,
    offer / wish.middle,
    offer,
    wanted.teacher_education ?? 0,
    genders.indexOf(wanted.teacher_gender),
    wanted.weekday.length,
    wanted.match_time.length,
    subjects.length,
    wanted.teaching_language.length,
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
    Math.min(...teaches),
    mean(teaches),
    Math.max(...teaches),
    mean(goes),
    tutor.tutoring_type.length,
    tutor.teaching_language.length,
    tutor.match_time.length,
    commonDays(wanted, tutor) - wanted.tutoring_days_per_week,
    halves / wanted.match_time.length,
    halves / tutor.match_time.length,
    stages.filter((one) => one === stage).length / stages.length,
    mean(stages.map((one) => Math.abs(one - stage))),
    mean(stages) - stage,
    new Set(stages).size,
    tutor.subject_grades.length,
  ];
}
