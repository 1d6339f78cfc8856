/** Validates listings and cases and encodes them as small numbers. */

import {
  type Activity,
  countOf,
  dayOfTime,
  genderOf,
  idOf,
  listOf,
  MatchingInputError,
  maskOf,
  oneOf,
  oneOfOrNone,
  type ParentCase,
  type TutorListing,
  whole,
} from '../input.ts';
import {
  type ActivityFacts,
  type EncodedCase,
  type EncodedTutor,
  entryOf,
  lastYoungStage,
  pairGrade,
  pairOf,
  unknownActive,
  unknownCreated,
} from './facts.ts';
import {
  classHalfHours,
  dseLevels,
  dseSource,
  dseStep,
  educations,
  experiences,
  gpas,
  grades,
  isForEveryGrade,
  languages,
  majorSubjects,
  otherSubjects,
  ranks,
  regions,
  stageOfGrade,
  subjectCode,
  tutoringType,
  tutoringTypes,
  usualPrice,
} from './reference.ts';
import {
  bitCount,
  daysPerWeek,
  emptyWeek,
  halfFrom,
  halfOf,
  type Slot,
  setHalf,
  type Week,
} from './weekly.ts';

const known = (ids: readonly number[]) => {
  const flags: boolean[] = Array(Math.max(...ids) + 1).fill(false);
  for (const id of ids) flags[id] = true;
  return flags;
};
const isMajor = known(majorSubjects);
const isOther = known(otherSubjects);
const isGrade = known(grades);
const isRegion = known(regions);
const isType = known(tutoringTypes);
const isLanguage = known(languages);
const isEducation = known(educations);
const isExperience = known(experiences);
const isGpa = known(gpas);
const isRank = known(ranks);
const isDseLevel = known(dseLevels);
const isLength = known(Object.keys(classHalfHours).map(Number));

const toByte = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255);

function halvesOf({ low, high }: Week): number {
  let count = 0;
  for (let day = 0; day < daysPerWeek; day++)
    count += bitCount(low[day] as number) + bitCount(high[day] as number);
  return count;
}

/** `activeOtherwise`: the age of a case shows whether it is still active; when a tutor joined does not. */
function standingOf(row: Activity, activeOtherwise: number): ActivityFacts {
  return {
    createdDay: dayOfTime('created_at', row.created_at, unknownCreated),
    activeDay: dayOfTime('active_at', row.active_at ?? row.updated_at, activeOtherwise),
    pending: countOf('pending', row.pending, 255),
    views: countOf('views', row.views, 65_535),
  };
}

function weekOf(slots: readonly Slot[]): Week {
  const week = emptyWeek();
  for (const slot of slots) {
    const half = typeof slot?.start === 'string' ? halfOf(slot.start) : -1;
    const day = slot?.weekday;
    if (half < 0 || !(Number.isInteger(day) && day >= 1 && day <= 7))
      throw new MatchingInputError('match_time', `${JSON.stringify(slot)} is not a half hour of the week`);
    setHalf(week, day - 1, half);
  }
  return week;
}

// Cases.

/** 0: offers nearly twice the market price; 1: hardly more than half of it. */
const thriftOf = (price: number, usual: number) =>
  price === 0 ? openThrift : toByte(0.5 + Math.log(usual / price) / 1.2) / 255;
/** Families who name no price care less about it than most. */
const openThrift = 0.25;
/** With this many free days a family is not short of days. */
const plentyOfDays = 5;

export function encodeCase(parentCase: ParentCase): EncodedCase {
  const type = oneOf('tutoring_type', parentCase.tutoring_type, isType);
  const length = oneOf('tutoring_time_per_class', parentCase.tutoring_time_per_class, isLength);
  const price =
    parentCase.price === null || parentCase.price === undefined
      ? 0
      : whole('price', parentCase.price, 1, 65_535);
  const education = oneOfOrNone('teacher_education', parentCase.teacher_education, isEducation);
  const week = timesOf(parentCase);
  const pairs = pairsOf(parentCase);
  const grade = pairs.reduce((highest, pair) => Math.max(highest, pairGrade(pair)), 0);
  const stage = stageOfGrade(grade);
  const usual = usualPrice(grade, education);
  const freeDays = week.low.filter((low, day) => low !== 0 || week.high[day] !== 0).length;
  return {
    id: idOf(parentCase.id),
    isOpen: (parentCase.status ?? 1) === 1,
    type,
    isOnline: type === tutoringType.online,
    isAtTutors: type === tutoringType.tutorsPlace,
    // The district is irrelevant for online lessons.
    region:
      type === tutoringType.online ? 0 : oneOfOrNone('tutoring_region', parentCase.tutoring_region, isRegion),
    price,
    offered: price === 0 ? usual : price,
    languages: maskOf('teaching_language', parentCase.teaching_language, isLanguage),
    gender: genderOf('teacher_gender', parentCase.teacher_gender ?? 'U'),
    education,
    days: whole('tutoring_days_per_week', parentCase.tutoring_days_per_week, 1, 7),
    halfHours: classHalfHours[length] as number,
    week,
    pairs,
    halves: halvesOf(week),
    stage,
    thrift: thriftOf(price, usual),
    requestsEducation: education > 1,
    isYoung: stage <= lastYoungStage,
    tightness: Math.max(0, plentyOfDays - freeDays) / plentyOfDays,
    ...standingOf(parentCase, dayOfTime('created_at', parentCase.created_at, unknownActive)),
  };
}

function pairsOf(parentCase: ParentCase): number[] {
  const pairs = new Set<number>();
  for (const child of listOf('child_info', parentCase.child_info, true)) {
    const grade = oneOf('child_info.grade', child?.grade, isGrade);
    for (const id of listOf('child_info.major_subject', child.major_subject))
      pairs.add(pairOf(subjectCode.major(oneOf('child_info.major_subject', id, isMajor)), grade));
    for (const id of listOf('child_info.other_subject', child.other_subject))
      pairs.add(pairOf(subjectCode.other(oneOf('child_info.other_subject', id, isOther)), grade));
  }
  if (pairs.size === 0) throw new MatchingInputError('child_info', 'asks for no subject');
  return [...pairs];
}

/** The exact slots if there are any; else the requested weekdays (or all) from the earliest start (or all day). */
function timesOf(parentCase: ParentCase): Week {
  const slots = listOf('match_time', parentCase.match_time);
  if (slots.length > 0) return weekOf(slots);
  const weekdays = listOf('weekday', parentCase.weekday);
  for (const weekday of weekdays) whole('weekday', weekday, 1, 7);
  const week = emptyWeek();
  for (let day = 0; day < daysPerWeek; day++) {
    if (weekdays.length > 0 && !weekdays.includes(day + 1)) continue;
    const field = day < 5 ? 'start_tutoring_time' : 'weekend_start_tutoring_time';
    const time = parentCase[field] ?? '00:00';
    const from = typeof time === 'string' ? halfFrom(time) : -1;
    if (from < 0) throw new MatchingInputError(field, `${JSON.stringify(time)} is not a time of day`);
    for (let half = from; half < 48; half++) setHalf(week, day, half);
  }
  return week;
}

// Listings.

/** Prior means, and their strength in observations. */
const priors = {
  rating: { mean: 4.2, worth: 5 },
  reliability: { mean: 0.95, worth: 10 },
  acceptance: { mean: 0.5, worth: 6 },
};

const askedPosition = 0.35;

function shrunken({ mean, worth }: { mean: number; worth: number }, sum: number, count: number): number {
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
  const keptLessons = Math.min(due, countOf('lessons_kept', tutor.lessons_kept, 1e6));
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
    freeHalfHours: 2 * Math.ceil(halvesOf(week) / 2),
    entries: entriesOf(tutor),
    priceMin,
    priceMax,
    askingPrice: Math.round(priceMin + askedPosition * (priceMax - priceMin)),
    rating: toByte((shrunken(priors.rating, rating * reviews, reviews) - 1) / 4),
    reliability: toByte(shrunken(priors.reliability, keptLessons, due)),
    acceptance: toByte(shrunken(priors.acceptance, accepted, answered)),
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
  const meanStep = count === 0 ? 0 : Math.round(steps / count);
  const resultFor = (code: number) => {
    const source = dseSource(code);
    if (source === 'whole') return meanStep;
    const own = results[source] as number;
    // A tutor of primary mathematics need not name a result in it: the mean stands in, as for primary subjects.
    return own === 0 && isForEveryGrade(code) ? meanStep : own;
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
