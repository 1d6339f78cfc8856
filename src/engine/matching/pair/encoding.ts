/** What listings and cases are checked by, and what both have. */

import { countOf, dayOfTime, MatchingInputError, type Standing } from '../input.ts';
import { bitCount } from './bits.ts';
import { type StandingFacts, unknownCreated } from './facts.ts';
import {
  classHalfHours,
  dseLevels,
  educations,
  experiences,
  gpas,
  grades,
  languages,
  majorSubjects,
  otherSubjects,
  ranks,
  regions,
  tutoringTypes,
} from './reference.ts';
import { daysPerWeek, emptyWeek, halfOf, type Slot, setHalf, type Week } from './weekly.ts';

const known = (ids: readonly number[]) => {
  const flags: boolean[] = Array(Math.max(...ids) + 1).fill(false);
  for (const id of ids) flags[id] = true;
  return flags;
};
export const isMajor = known(majorSubjects);
export const isOther = known(otherSubjects);
export const isGrade = known(grades);
export const isRegion = known(regions);
export const isType = known(tutoringTypes);
export const isLanguage = known(languages);
export const isEducation = known(educations);
export const isExperience = known(experiences);
export const isGpa = known(gpas);
export const isRank = known(ranks);
export const isDseLevel = known(dseLevels);
export const isLength = known(Object.keys(classHalfHours).map(Number));

export const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255);

export function halvesOf({ low, high }: Week): number {
  let count = 0;
  for (let day = 0; day < daysPerWeek; day++)
    count += bitCount(low[day] as number) + bitCount(high[day] as number);
  return count;
}

/** When a tutor joined says nothing about being there still; how old a case is does. */
export function standingOf(row: Standing, activeOtherwise: number): StandingFacts {
  return {
    createdDay: dayOfTime('created_at', row.created_at, unknownCreated),
    activeDay: dayOfTime('active_at', row.active_at ?? row.updated_at, activeOtherwise),
    pending: countOf('pending', row.pending, 255),
    views: countOf('views', row.views, 65_535),
  };
}

export function weekOf(slots: readonly Slot[]): Week {
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
