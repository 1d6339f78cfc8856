import type { CaseDetail } from '#shared/cases.ts';
import type { CaseCard, TutorCard } from '#shared/market.ts';
import type { TutorDetail } from '#shared/tutors.ts';
import { namesIn } from '#web/domains/reference/named.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import type { MatchNames } from './load-names.ts';
import { type Attribute, type Explained, slotWords } from './reasons.ts';

type Pair = {
  parentCase: Pick<CaseDetail | CaseCard, 'teaching_language' | 'tutoring_type'>;
  tutor: Pick<TutorDetail | TutorCard, 'teaching_language'>;
  slots: Explained['slots'];
  /** The text for lessons without travel. */
  place: () => string;
};

/** Attributes with the same text for families and tutors. */
export type CommonAttribute = 'times' | 'travel' | 'language' | 'grade';

const common: readonly Attribute[] = ['times', 'travel', 'language', 'grade'] satisfies CommonAttribute[];
export const isCommon = (attribute: Attribute): attribute is CommonAttribute => common.includes(attribute);

/** The text of attributes that are the same for both sides. */
export function commonReasons(
  t: Translate,
  names: MatchNames,
  { parentCase: wanted, tutor, slots, place }: Pair,
) {
  const isOnline = names.types.find(({ id }) => id === wanted.tutoring_type)?.is_online ?? false;
  const languages = () => {
    const { teaching_language: wished } = wanted;
    const shared = tutor.teaching_language.filter((id) => wished.length === 0 || wished.includes(id));
    return namesIn(names.languages, shared).join(t('matching.and'));
  };
  return (attribute: CommonAttribute, value: number, against: boolean): string => {
    switch (attribute) {
      case 'times':
        if (against) return t('matching.daysFitOnly', { days: value });
        return slotWords(t, names, slots) || t('matching.noTimes');
      case 'travel':
        if (isOnline) return t('matching.atHome');
        if (value === 0) return place();
        return t(against ? 'matching.minutesFar' : 'matching.minutes', { minutes: value });
      case 'language':
        return t(against ? 'matching.languagesFew' : 'matching.languages', { names: languages() });
      case 'grade':
        return t(against ? 'matching.gradeFew' : 'matching.gradeGood');
    }
  };
}
