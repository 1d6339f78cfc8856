import type { CaseDetail } from '#shared/cases.ts';
import type { CaseCard, TutorCard } from '#shared/market.ts';
import type { TutorMatches } from '#shared/matching.ts';
import type { TutorDetail } from '#shared/tutors.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import type { Explained } from './fit-words.ts';
import type { MatchNames } from './load-names.ts';
import { slotWords } from './slots.ts';

/** A sentence about one attribute of a pair; it is made only where the facts say so. */
export type Sentence = {
  attribute: string;
  key: Parameters<Translate>[0];
  values?: Record<string, string | number>;
};
type Sentences = { reasons: Sentence[]; drawbacks: Sentence[] };
type Typical = TutorMatches['typical'];
type Words = { t: Translate; names: MatchNames };

const nearMinutes = 20;
const idleDays = 14;
const manyPending = 3;
const goodRating = 4;
const topLevel = 5;
/** 5**; what comes after it is only attained or not. */
const highestLevel = 7;

/**
 * What is said of a result: two reasons and one drawback, the strongest for the score first. A price above the offer
 * is always the drawback, then a weak grade in a subject that is wanted. Nothing is said for and against the same
 * thing.
 */
export function told({ reasons, drawbacks }: Sentences, terms: Explained['terms']) {
  const termOf = ({ attribute }: Sentence) => terms.find((term) => term.attribute === attribute)?.term ?? 0;
  const [drawback = null] = [...drawbacks].sort((a, b) => weightOf(b) - weightOf(a) || termOf(a) - termOf(b));
  const first = reasons
    .filter(({ attribute }) => attribute !== drawback?.attribute)
    .sort((a, b) => Number(isMinor(a)) - Number(isMinor(b)) || termOf(b) - termOf(a))
    .slice(0, 2);
  return { reasons: first, drawback };
}
/** Nobody chooses a case for how few ask for it; that is said where there is nothing else. */
const isMinor = ({ attribute }: Sentence) => attribute === 'exposure';
/** Drawbacks that nobody should find out later. */
const weightOf = ({ key, attribute }: Sentence) =>
  key === 'matching.priceAbove' || key === 'matching.ofCase.priceBelow'
    ? 2
    : Number(attribute === 'dse' && key === 'matching.dseResult');

/** Everything true that can be said to a family for and against a tutor. */
export function tutorSentences(
  words: Words,
  wanted: CaseDetail,
  found: Pick<Explained, 'slots' | 'facts'> & { tutor: TutorCard },
  typical: Typical,
): Sentences {
  const { names } = words;
  const { tutor, facts } = found;
  const [reasons, drawbacks] = inCommon(words, wanted, tutor, found, typical, {
    there: 'matching.livesThere',
    comes: 'matching.comesThere',
    comesIn: 'matching.comesIn',
  });
  priceOfTutor(tutor.price_min, wanted.price, typical, reasons, drawbacks);

  const shares = wanted.child_info.map((child) => shareAtStage(names, child, tutor));
  if (shares.every((share) => share > 0.5)) reasons.push({ attribute: 'grade', key: 'matching.gradeGood' });
  if (shares.some((share) => share < 0.5)) drawbacks.push({ attribute: 'grade', key: 'matching.gradeFew' });

  const subjects = new Set(wanted.child_info.flatMap(({ major_subject }) => major_subject));
  const results = tutor.dse_results
    .filter(({ major_subject, dse_level }) => subjects.has(major_subject) && dse_level <= highestLevel)
    .sort((a, b) => b.dse_level - a.dse_level);
  const weakest = results.at(-1);
  const result = weakest && weakest.dse_level < topLevel ? weakest : results[0];
  if (result)
    (result.dse_level >= topLevel ? reasons : drawbacks).push({
      attribute: 'dse',
      key: 'matching.dseResult',
      values: {
        subject: nameIn(names.majors, result.major_subject),
        level: nameIn(names.levels, result.dse_level),
      },
    });
  else if (subjects.size > 0 && !tutor.dse_results.some(({ major_subject }) => subjects.has(major_subject)))
    drawbacks.push({ attribute: 'dse', key: 'matching.dseNone' });

  const education = nameIn(names.educations, tutor.education);
  if (education && typical?.education != null && tutor.education !== typical.education)
    (tutor.education > typical.education ? reasons : drawbacks).push({
      attribute: 'education',
      key: 'matching.educationIs',
      values: { name: education },
    });

  const years = nameIn(names.experiences, tutor.experience);
  if (tutor.experience === noExperience)
    drawbacks.push({ attribute: 'experience', key: 'matching.experienceNone' });
  else if (tutor.experience >= threeYears)
    reasons.push({ attribute: 'experience', key: 'matching.experienceIs', values: { years } });
  else if (typical?.experience != null && tutor.experience < typical.experience)
    drawbacks.push({ attribute: 'experience', key: 'matching.experienceLess', values: { years } });

  if ((tutor.gpa ?? 0) >= goodGpa || (tutor.rank ?? worstRank) <= goodRank)
    reasons.push({ attribute: 'studies', key: 'matching.studiesGood' });
  if (tutor.gpa === null && tutor.rank === null)
    drawbacks.push({ attribute: 'studies', key: 'matching.studiesNone' });

  const { rating } = tutor;
  if (!rating) drawbacks.push({ attribute: 'reviews', key: 'matching.reviewsNone' });
  else
    (rating.average >= goodRating ? reasons : drawbacks).push({
      attribute: 'reviews',
      key: 'matching.reviewsAre',
      values: { rating: rating.average.toFixed(1), count: rating.count },
    });

  const count = tutor.badges.length;
  if (count > 0) reasons.push({ attribute: 'verified', key: 'matching.badges', values: { count } });
  else drawbacks.push({ attribute: 'verified', key: 'matching.badgesNone' });

  const { idle_days: days, pending } = facts;
  if (days >= idleDays)
    drawbacks.push({ attribute: 'freshness', key: 'matching.inactiveDays', values: { days } });
  if (pending >= manyPending)
    drawbacks.push({ attribute: 'exposure', key: 'matching.pendingSome', values: { count: pending } });
  return { reasons, drawbacks };
}

type Child = Pick<CaseDetail['child_info'][number], 'grade' | 'major_subject' | 'other_subject'>;

/** Of the grades in which the tutor teaches what the child wants, those at the child's stage. */
function shareAtStage({ grades }: MatchNames, child: Child, { subject_grades }: TutorCard) {
  const stageOf = (id: number) => grades.find((grade) => grade.id === id)?.stage;
  const taught = subject_grades
    .filter(
      ({ major_subject, other_subject }) =>
        (major_subject !== null && child.major_subject.includes(major_subject)) ||
        (other_subject !== null && child.other_subject.includes(other_subject)),
    )
    .flatMap(({ grade }) => grade);
  return taught.filter((id) => stageOf(id) === stageOf(child.grade)).length / taught.length;
}

// Ids of the reference lists.
const [noExperience, threeYears] = [1, 4];
const [goodGpa, goodRank, worstRank] = [4, 2, 5];

function priceOfTutor(
  price: number,
  offer: number | null,
  typical: Typical,
  reasons: Sentence[],
  drawbacks: Sentence[],
) {
  const middle = typical?.price == null ? null : Math.round(typical.price);
  if (offer !== null && price > offer)
    drawbacks.push({ attribute: 'price', key: 'matching.priceAbove', values: { above: price - offer } });
  else if (middle !== null && price > middle)
    drawbacks.push({ attribute: 'price', key: 'matching.priceDear', values: { price, middle } });
  if (offer !== null) {
    if (price <= offer)
      reasons.push({ attribute: 'price', key: 'matching.priceWithin', values: { price, offer } });
  } else if (middle !== null && price < middle)
    reasons.push({ attribute: 'price', key: 'matching.priceLow', values: { price, middle } });
}

/** Everything true that can be said to a tutor for and against a case. */
export function caseSentences(
  words: Words,
  listing: TutorDetail,
  found: Pick<Explained, 'slots' | 'facts'> & { case: CaseCard },
  typical: Typical,
): Sentences {
  const { case: wanted, facts } = found;
  const [reasons, drawbacks] = inCommon(words, wanted, listing, found, typical, {
    there: 'matching.inDistrict',
    comes: 'matching.toDistrict',
    comesIn: 'matching.toDistrictIn',
  });
  const { price } = wanted;
  const middle = typical?.price == null ? null : Math.round(typical.price);
  if (price === null) reasons.push({ attribute: 'price', key: 'matching.ofCase.priceOpen' });
  else if (price < listing.price_min)
    drawbacks.push({
      attribute: 'price',
      key: 'matching.ofCase.priceBelow',
      values: { price, below: listing.price_min - price },
    });
  else {
    reasons.push({ attribute: 'price', key: 'matching.ofCase.priceEnough', values: { price } });
    if (middle !== null && price < middle)
      drawbacks.push({
        attribute: 'price',
        key: 'matching.ofCase.priceMiddling',
        values: { price, middle },
      });
  }
  const { idle_days: days, pending } = facts;
  if (days >= idleDays)
    drawbacks.push({ attribute: 'freshness', key: 'matching.ofCase.inactiveDays', values: { days } });
  if (pending === 0) reasons.push({ attribute: 'exposure', key: 'matching.ofCase.pendingNone' });
  if (pending >= manyPending)
    drawbacks.push({ attribute: 'exposure', key: 'matching.ofCase.pendingSome', values: { count: pending } });
  return { reasons, drawbacks };
}

type Wanted = Pick<
  CaseDetail | CaseCard,
  'teaching_language' | 'tutoring_type' | 'tutoring_region' | 'tutoring_days_per_week'
>;

/** Times, travel and language read alike for both sides. */
function inCommon(
  { t, names }: Words,
  wanted: Wanted,
  tutor: Pick<TutorCard, 'teaching_language' | 'tutoring_region'>,
  { slots, facts: { minutes, days } }: Pick<Explained, 'slots' | 'facts'>,
  typical: Typical,
  places: Record<'there' | 'comes' | 'comesIn', Sentence['key']>,
): [Sentence[], Sentence[]] {
  const reasons: Sentence[] = [];
  const drawbacks: Sentence[] = [];
  if (slots.length > 0)
    reasons.push({
      attribute: 'times',
      key: 'matching.timesSuit',
      values: { times: slotWords(t, names, slots) },
    });
  // As many days as lessons a week are enough. A result may be older than a case that now asks for more.
  if (days < wanted.tutoring_days_per_week)
    drawbacks.push({ attribute: 'times', key: 'matching.daysFitOnly', values: { days } });

  const region = nameIn(names.regions, wanted.tutoring_region);
  if (names.types.find(({ id }) => id === wanted.tutoring_type)?.is_online)
    reasons.push({ attribute: 'travel', key: 'matching.atHome' });
  else if (region && wanted.tutoring_region !== null) {
    const middle = typical ? Math.round(typical.minutes) : nearMinutes;
    // Nobody is asked where they live. Minutes are an estimate between districts: there are none within one of the
    // tutor's own, nor where the tutor names none.
    if (tutor.tutoring_region.includes(wanted.tutoring_region))
      reasons.push({ attribute: 'travel', key: places.there, values: { region } });
    else if (tutor.tutoring_region.length === 0)
      reasons.push({ attribute: 'travel', key: places.comes, values: { region } });
    else if (minutes <= Math.max(middle, nearMinutes))
      reasons.push({ attribute: 'travel', key: places.comesIn, values: { region, minutes } });
    else if (typical)
      drawbacks.push({ attribute: 'travel', key: 'matching.minutesFar', values: { minutes, middle } });
    else drawbacks.push({ attribute: 'travel', key: 'matching.minutes', values: { minutes } });
  }

  const { teaching_language: wished } = wanted;
  const shared = wished.filter((id) => tutor.teaching_language.includes(id));
  if (wished.length > 0)
    (shared.length === wished.length ? reasons : drawbacks).push({
      attribute: 'language',
      key: shared.length === wished.length ? 'matching.languages' : 'matching.languagesFew',
      values: { names: namesIn(names.languages, shared).join(t('matching.and')) },
    });
  return [reasons, drawbacks];
}

export const say = (t: Translate, { key, values }: Sentence) => t(key, values);
