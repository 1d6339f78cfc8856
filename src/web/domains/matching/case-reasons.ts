import type { CaseCard } from '#shared/market.ts';
import type { TutorDetail } from '#shared/tutors.ts';
import { nameIn } from '#web/domains/reference/named.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { commonReasons, isCommon } from './common-reasons.ts';
import type { MatchNames } from './load-names.ts';
import type { Explained, WordsOf } from './reasons.ts';

/** Text for the reasons for and against a case, addressed to a tutor. */
export function caseReasons(
  t: Translate,
  names: MatchNames,
  tutor: TutorDetail,
  { case: wanted, slots }: Pick<Explained, 'slots'> & { case: CaseCard },
): WordsOf {
  const place = () => {
    const region = nameIn(names.regions, wanted.tutoring_region);
    return region ? t('matching.inDistrict', { region }) : t('matching.placeOpen');
  };
  const inCommon = commonReasons(t, names, { parentCase: wanted, tutor, slots, place });
  return (attribute, given, against) => {
    const value = given ?? 0;
    if (isCommon(attribute)) return inCommon(attribute, value, against);
    switch (attribute) {
      case 'price': {
        const { price } = wanted;
        if (price === null) return t('matching.ofCase.priceOpen');
        if (price < tutor.price_min)
          return t('matching.ofCase.priceBelow', { price, below: tutor.price_min - price });
        return t(against ? 'matching.ofCase.priceMiddling' : 'matching.ofCase.priceIs', { price });
      }
      case 'lesson':
        return t(against ? 'matching.hoursFew' : 'matching.hoursAWeek', { hours: value });
      case 'freshness':
        if (value === 0) return t('matching.ofCase.activeToday');
        return t(against ? 'matching.ofCase.inactiveDays' : 'matching.ofCase.activeDays', { days: value });
      case 'exposure':
        return value > 0
          ? t('matching.ofCase.pendingSome', { count: value })
          : t('matching.ofCase.pendingNone');
      // The remaining attributes are the tutor's own; for a subject they may be strong or missing.
      default:
        return t(against ? 'matching.ofCase.dseNone' : 'matching.ofCase.dseGood');
    }
  };
}
