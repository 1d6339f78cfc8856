import type { CaseDetail } from '#shared/cases.ts';
import type { TutorCard } from '#shared/market.ts';
import { nameIn } from '#web/domains/reference/named.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { commonReasons, isCommon } from './common-reasons.ts';
import type { MatchNames } from './load-names.ts';
import { type Explained, percent, type WordsOf } from './reasons.ts';

const newForDays = 30;
const dayMs = 86_400_000;

/** Text for the reasons for and against a tutor, addressed to a family. */
export function tutorReasons(
  t: Translate,
  names: MatchNames,
  wanted: CaseDetail,
  { tutor, slots }: Pick<Explained, 'slots'> & { tutor: TutorCard },
): WordsOf {
  const result = bestResult(tutor, wanted);
  const resultWords =
    result &&
    t('matching.dseResult', {
      subject: nameIn(names.majors, result.major_subject),
      level: nameIn(names.levels, result.dse_level),
    });
  const place = () => {
    const region = nameIn(names.regions, wanted.tutoring_region);
    if (!region) return t('matching.placeOpen');
    const teaches = wanted.tutoring_region !== null && tutor.tutoring_region.includes(wanted.tutoring_region);
    return t(teaches ? 'matching.livesThere' : 'matching.comesThere', { region });
  };
  const inCommon = commonReasons(t, names, { parentCase: wanted, tutor, slots, place });
  return (attribute, given, against) => {
    const value = given ?? 0;
    if (isCommon(attribute)) return inCommon(attribute, value, against);
    switch (attribute) {
      case 'price': {
        const price = tutor.price_min;
        if (wanted.price !== null && price > wanted.price)
          return t('matching.priceAbove', { price, above: price - wanted.price });
        if (against) return t('matching.priceDear', { price });
        return t(wanted.price === null ? 'matching.priceFrom' : 'matching.priceWithin', { price });
      }
      case 'dse':
        if (!against) return resultWords ?? t('matching.dseGood');
        return resultWords ? t('matching.dseLower', { result: resultWords }) : t('matching.dseNone');
      case 'education':
        return t(against ? 'matching.educationOnly' : 'matching.educationIs', {
          name: nameIn(names.educations, tutor.education),
        });
      case 'experience':
        return t(against ? 'matching.experienceOnly' : 'matching.experienceIs', {
          years: nameIn(names.experiences, tutor.experience),
        });
      case 'studies':
        if (!against) return t('matching.studiesGood');
        return t(
          tutor.gpa === null && tutor.rank === null ? 'matching.studiesNone' : 'matching.studiesLower',
        );
      case 'reviews':
        return against ? t('matching.reviewsFew') : t('matching.reviewsGood', { rating: value.toFixed(1) });
      case 'reliability':
        return against ? t('matching.reliableFew') : t('matching.reliable', { percent: percent(value) });
      case 'verified':
        if (value === 0) return t('matching.badgesNone');
        return t(against ? 'matching.badgesFew' : 'matching.badges', { count: value });
      case 'lesson':
        return t('matching.hoursAWeek', { hours: value });
      case 'acceptance':
        return t('matching.accepts', { percent: percent(value) });
      case 'freshness':
        if (value === 0) return t('matching.activeToday');
        return t(against ? 'matching.inactiveDays' : 'matching.activeDays', { days: value });
      case 'exposure':
        if (value > 0) return t('matching.pendingSome', { count: value });
        return t(isNew(tutor) ? 'matching.pendingNew' : 'matching.pendingNone');
    }
  };
}

const isNew = ({ joined_on }: TutorCard) => Date.now() - Date.parse(joined_on) < newForDays * dayMs;

/** The tutor's best result in a requested subject. */
function bestResult({ dse_results }: TutorCard, { major_subject }: CaseDetail) {
  return dse_results
    .filter((result) => major_subject.includes(result.major_subject))
    .sort((a, b) => b.dse_level - a.dse_level)[0];
}
