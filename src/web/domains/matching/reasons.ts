import type { TutorMatches } from '#shared/matching.ts';
import { nameIn } from '#web/domains/reference/named.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import type { MatchNames } from './load-names.ts';

export type Explained = Omit<TutorMatches['list'][number], 'tutor'>;
export type Attribute = keyof typeof labels;

/** One reason as displayed: 0.5 is the average of all results. */
export type ReasonView = { label: string; words: string; share: number; isReason: boolean };

const labels = {
  times: 'matching.label.times',
  travel: 'matching.label.travel',
  price: 'matching.label.price',
  language: 'matching.label.language',
  dse: 'matching.label.dse',
  grade: 'matching.label.grade',
  education: 'matching.label.education',
  experience: 'matching.label.experience',
  studies: 'matching.label.studies',
  reviews: 'matching.label.reviews',
  reliability: 'matching.label.reliability',
  verified: 'matching.label.verified',
  lesson: 'matching.label.lesson',
  acceptance: 'matching.label.acceptance',
  freshness: 'matching.label.freshness',
  exposure: 'matching.label.exposure',
} as const;

const isKnown = (attribute: string): attribute is Attribute => attribute in labels;

/**
 * The text of a reason, or of a drawback if `against`. Without a value only general text is possible: all
 * results are alike in it.
 */
export type WordsOf = (attribute: Attribute, value: number | undefined, against: boolean) => string;

/**
 * The geometric mean of the four factors behind a score, of 100: it has the same order as the score, and is
 * 100 only where every factor is.
 */
export const fitOf = ({ score }: Pick<Explained, 'score'>) => Math.round(100 * Math.exp(score / 4));

/** A factor a quarter above the average fills about seven tenths of the bar. */
const shareOf = (term: number) => 1 / (1 + Math.exp(-4 * term));

/** Families ask about times and travel first, whether they speak for the tutor or not. */
const always: readonly Attribute[] = ['times', 'travel'];

export function reasonViews(t: Translate, { terms }: Pick<Explained, 'terms'>, wordsOf: WordsOf) {
  const of = (attribute: Attribute) => terms.find((term) => term.attribute === attribute);
  const reasons = terms.flatMap(({ attribute, is_reason }) =>
    is_reason && isKnown(attribute) ? [attribute] : [],
  );
  return [...new Set([...always, ...reasons])].map((attribute): ReasonView => {
    const found = of(attribute);
    return {
      label: t(labels[attribute]),
      words: wordsOf(attribute, found?.value, false),
      share: Math.round(100 * shareOf(found?.term ?? 0)) / 100,
      isReason: found?.is_reason ?? false,
    };
  });
}

export function drawbackWords({ drawback }: Pick<Explained, 'drawback'>, wordsOf: WordsOf) {
  return drawback && isKnown(drawback.attribute) ? wordsOf(drawback.attribute, drawback.value, true) : null;
}

/** 星期三 17:00、星期六 18:00. */
export const slotWords = (t: Translate, names: MatchNames, slots: Explained['slots']) =>
  slots
    .map(({ weekday, start }) => t('matching.slot', { day: nameIn(names.weekdays, weekday), start }))
    .join(t('matching.and'));

/** The half hours of those times, in the form of an offer. */
export const halfHoursOf = (slots: Explained['slots']) =>
  slots.flatMap(({ weekday, start, end }) => {
    const [from, to] = [halfOf(start), halfOf(end)];
    return Array.from({ length: to - from }, (_, at) => ({ weekday, start: clockOf(from + at) }));
  });

const halfOf = (clock: string) => Number(clock.slice(0, 2)) * 2 + (clock.endsWith('30') ? 1 : 0);
const clockOf = (half: number) =>
  `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;

export const percent = (value: number) => Math.round(value * 100);
