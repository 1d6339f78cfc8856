/** What stands behind an attribute, as a number that words can be put to. */
import { bitCount } from './pair/bits.ts';
import type { CaseFacts, TutorFacts } from './pair/facts.ts';
import { unknownActive } from './pair/facts.ts';
import { lessonMinutes, wantsAt } from './pair/features.ts';
import type { Attribute } from './weights.ts';

type Both = {
  tutor(): TutorFacts;
  wanted(): CaseFacts;
  freeDays(): number;
  today: number;
  isCaseRow: boolean;
};

const hundredths = (value: number) => Math.round(value * 100) / 100;

export function attributeValue(attribute: Attribute, features: Float64Array, both: Both): number {
  const tutor = both.tutor();
  const wanted = both.wanted();
  switch (attribute) {
    /** The tutor's least price, HK$ an hour. */
    case 'price':
      return tutor.priceMin;
    /** Approximate minutes to the lesson. */
    case 'travel':
      return lessonMinutes(tutor, wanted);
    /** Days of the week on which a class fits. */
    case 'times':
      return both.freeDays();
    /** Languages wished for that the tutor teaches in. */
    case 'language':
      return bitCount(wanted.languages === 0 ? tutor.languages : tutor.languages & wanted.languages);
    /** 0 to 1. */
    case 'dse':
      return hundredths(features[wantsAt.dse] as number);
    /** The part of what the tutor teaches that is of the child's stage, 0 to 1. */
    case 'grade':
      return hundredths(features[wantsAt.grade] as number);
    /** Ids of the reference lists. */
    case 'education':
      return tutor.education;
    case 'experience':
      return tutor.experience;
    /** Grade point average and rank together, 0 to 1. */
    case 'studies':
      return hundredths(features[wantsAt.studies] as number);
    /** Of 5, shrunken towards what is usual. */
    case 'reviews':
      return hundredths(1 + (tutor.rating / 255) * 4);
    /** Parts of 1, shrunken likewise. */
    case 'reliability':
      return hundredths(tutor.reliability / 255);
    case 'acceptance':
      return hundredths(tutor.acceptance / 255);
    /** Badges. */
    case 'verified':
      return tutor.badges;
    /** Hours a week. */
    case 'lesson':
      return (wanted.halfHours * wanted.days) / 2;
    /** Days since the last sign of life. */
    case 'freshness': {
      const { activeDay } = both.isCaseRow ? wanted : tutor;
      return activeDay === unknownActive ? 0 : Math.max(0, both.today - activeDay);
    }
    /** Requests that wait for an answer. */
    case 'exposure':
      return (both.isCaseRow ? wanted : tutor).pending;
  }
}
