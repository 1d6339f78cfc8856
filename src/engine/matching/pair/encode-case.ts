/** A case, checked and made small. */

import {
  dayOfTime,
  genderOf,
  idOf,
  listOf,
  MatchingInputError,
  maskOf,
  oneOf,
  oneOfOrNone,
  type ParentCase,
  whole,
} from '../input.ts';
import {
  halvesOf,
  isEducation,
  isGrade,
  isLanguage,
  isLength,
  isMajor,
  isOther,
  isRegion,
  isType,
  share,
  standingOf,
  weekOf,
} from './encoding.ts';
import { type EncodedCase, lastYoungStage, pairGrade, pairOf, unknownActive } from './facts.ts';
import { classHalfHours, stageOfGrade, subjectCode, tutoringType, usualPrice } from './reference.ts';
import { daysPerWeek, emptyWeek, halfFrom, setHalf, type Week } from './weekly.ts';

/** Offers by how far they are from what the market pays: 0 is nearly twice as much, 1 hardly more than half. */
const thriftOf = (price: number, usual: number) =>
  price === 0 ? openThrift : share(0.5 + Math.log(usual / price) / 1.2) / 255;
/** Who names no price minds it less than most. */
const openThrift = 0.25;
/** Free days from which on nobody is short of them. */
const plentyOfDays = 5;

export function encodeCase(wanted: ParentCase): EncodedCase {
  const type = oneOf('tutoring_type', wanted.tutoring_type, isType);
  const length = oneOf('tutoring_time_per_class', wanted.tutoring_time_per_class, isLength);
  const price =
    wanted.price === null || wanted.price === undefined ? 0 : whole('price', wanted.price, 1, 65_535);
  const education = oneOfOrNone('teacher_education', wanted.teacher_education, isEducation);
  const week = timesOf(wanted);
  const pairs = pairsOf(wanted);
  const grade = pairs.reduce((highest, pair) => Math.max(highest, pairGrade(pair)), 0);
  const stage = stageOfGrade(grade);
  const usual = usualPrice(grade, education);
  const freeDays = week.low.filter((low, day) => low !== 0 || week.high[day] !== 0).length;
  return {
    id: idOf(wanted.id),
    isOpen: (wanted.status ?? 1) === 1,
    type,
    isOnline: type === tutoringType.online,
    isAtTutors: type === tutoringType.tutorsPlace,
    // Where the lessons are online the district says nothing.
    region:
      type === tutoringType.online ? 0 : oneOfOrNone('tutoring_region', wanted.tutoring_region, isRegion),
    price,
    offered: price === 0 ? usual : price,
    languages: maskOf('teaching_language', wanted.teaching_language, isLanguage),
    gender: genderOf('teacher_gender', wanted.teacher_gender ?? 'U'),
    education,
    days: whole('tutoring_days_per_week', wanted.tutoring_days_per_week, 1, 7),
    halfHours: classHalfHours[length] as number,
    week,
    pairs,
    halves: halvesOf(week),
    stage,
    thrift: thriftOf(price, usual),
    isNamed: education > 1,
    isYoung: stage <= lastYoungStage,
    tightness: Math.max(0, plentyOfDays - freeDays) / plentyOfDays,
    ...standingOf(wanted, dayOfTime('created_at', wanted.created_at, unknownActive)),
  };
}

function pairsOf(wanted: ParentCase): number[] {
  const pairs = new Set<number>();
  for (const child of listOf('child_info', wanted.child_info, true)) {
    const grade = oneOf('child_info.grade', child?.grade, isGrade);
    for (const id of listOf('child_info.major_subject', child.major_subject))
      pairs.add(pairOf(subjectCode.major(oneOf('child_info.major_subject', id, isMajor)), grade));
    for (const id of listOf('child_info.other_subject', child.other_subject))
      pairs.add(pairOf(subjectCode.other(oneOf('child_info.other_subject', id, isOther)), grade));
  }
  if (pairs.size === 0) throw new MatchingInputError('child_info', 'asks for no subject');
  return [...pairs];
}

/** Exact times where they are told; else the weekdays named (or all) from the earliest start on (or all day). */
function timesOf(wanted: ParentCase): Week {
  const slots = listOf('match_time', wanted.match_time);
  if (slots.length > 0) return weekOf(slots);
  const weekdays = listOf('weekday', wanted.weekday);
  for (const weekday of weekdays) whole('weekday', weekday, 1, 7);
  const week = emptyWeek();
  for (let day = 0; day < daysPerWeek; day++) {
    if (weekdays.length > 0 && !weekdays.includes(day + 1)) continue;
    const field = day < 5 ? 'start_tutoring_time' : 'weekend_start_tutoring_time';
    const time = wanted[field] ?? '00:00';
    const from = typeof time === 'string' ? halfFrom(time) : -1;
    if (from < 0) throw new MatchingInputError(field, `${JSON.stringify(time)} is not a time of day`);
    for (let half = from; half < 48; half++) setHalf(week, day, half);
  }
  return week;
}
