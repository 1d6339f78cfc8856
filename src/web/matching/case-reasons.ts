import type { CaseCard } from '#shared/market.ts';
import type { TutorDetail } from '#shared/tutors.ts';
import type { Translate } from '../i18n.ts';
import { nameIn, namesIn } from '../market/names.ts';
import type { MatchNames } from './load-names.ts';
import { type Explained, slotWords, type WordsOf } from './reasons.ts';

/** Why this case, and what to keep in mind, in words a tutor would use. */
export function caseReasons(
  t: Translate,
  names: MatchNames,
  tutor: TutorDetail,
  { case: wanted, slots }: Pick<Explained, 'slots'> & { case: CaseCard },
): WordsOf {
  const isOnline = names.types.find(({ id }) => id === wanted.tutoring_type)?.is_online ?? false;
  const languages = () => {
    const { teaching_language: wished } = wanted;
    const common = tutor.teaching_language.filter((id) => wished.length === 0 || wished.includes(id));
    return namesIn(names.languages, common).join(t('matching.and'));
  };
  const place = () => {
    const region = nameIn(names.regions, wanted.tutoring_region);
    return region ? t('matching.inDistrict', { region }) : t('matching.placeOpen');
  };
  return (attribute, given, against) => {
    const value = given ?? 0;
    switch (attribute) {
      case 'times':
        if (against) return t('matching.daysFitOnly', { days: value });
        return slotWords(t, names, slots) || t('matching.noTimes');
      case 'travel':
        if (isOnline) return t('matching.atHome');
        if (value === 0) return place();
        return t(against ? 'matching.minutesFar' : 'matching.minutes', { minutes: value });
      case 'price': {
        const { price } = wanted;
        if (price === null) return t('matching.ofCase.priceOpen');
        if (price < tutor.price_min)
          return t('matching.ofCase.priceBelow', { price, below: tutor.price_min - price });
        return t(against ? 'matching.ofCase.priceMiddling' : 'matching.ofCase.priceIs', { price });
      }
      case 'language':
        return t(against ? 'matching.languagesFew' : 'matching.languages', { names: languages() });
      case 'grade':
        return t(against ? 'matching.gradeFew' : 'matching.gradeGood');
      case 'lesson':
        return t(against ? 'matching.hoursFew' : 'matching.hoursAWeek', { hours: value });
      case 'freshness':
        if (value === 0) return t('matching.ofCase.activeToday');
        return t(against ? 'matching.ofCase.inactiveDays' : 'matching.ofCase.activeDays', { days: value });
      case 'exposure':
        return value > 0
          ? t('matching.ofCase.pendingSome', { count: value })
          : t('matching.ofCase.pendingNone');
      // What else there is, is the tutor's own; against a subject it may be strong or missing.
      default:
        return t(against ? 'matching.ofCase.dseNone' : 'matching.ofCase.dseGood');
    }
  };
}
