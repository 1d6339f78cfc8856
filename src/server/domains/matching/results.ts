import { medianOf, type PairFacts } from '#engine/matching/explain.ts';
import { highestPriceWithin } from '#engine/matching/pair/features.ts';
import { tutoringType } from '#engine/matching/pair/reference.ts';
import type { TutorCard } from '#shared/market.ts';
import type { MatchQuery, ShortOf, TutorMatches } from '#shared/matching.ts';
import type { Standing } from './asked.ts';

type Counts = Pick<
  TutorMatches,
  'total' | 'total_is_capped' | 'total_above_offer' | 'total_above_offer_is_capped' | 'near_misses'
>;
type Why = Omit<TutorMatches['list'][number], 'tutor' | 'asked' | 'over'>;
/** A result as it is kept: only ids of rows, those within the offer first. */
export type StoredResult = Counts & { list: (Why & { id: number })[]; short_of?: ShortOf | null };

export const firstPage: MatchQuery = {
  ...{ page: 1, page_size: 10, sort: 'fit', in_budget: false, online: false, verified: false },
};

export const isWithinOffer = (tutorsLowest: number, offer: number | null) =>
  tutorsLowest <= highestPriceWithin(offer ?? 0);

type Shape<Card> = {
  cards: ReadonlyMap<number, Card>;
  standing: Standing;
  query: MatchQuery;
  /** By the prices of today: a result may be older than the last change of either. */
  isWithin: (card: Card) => boolean;
  matches?: (card: Card) => boolean;
  /** Below zero: the first comes before the second. Without it the best fit comes first. */
  compare?: ((a: Card, b: Card) => number) | undefined;
  typical: (list: readonly { card: Card; facts: PairFacts }[]) => TutorMatches['typical'];
};

/** What of a kept result is still there, in its two groups; counts are of all of it, the list is one page. */
export function shapeResult<Card>({ list, short_of: _, ...stored }: StoredResult, shape: Shape<Card>) {
  const { cards, standing, query, isWithin, matches = () => true, compare } = shape;
  const present = list.flatMap(({ id, within_offer: _, ...why }) => {
    const card = cards.get(id);
    if (card === undefined || standing.tried.has(id)) return [];
    const [asked, over] = [standing.asked.get(id) ?? null, standing.over.get(id) ?? null];
    return [{ ...why, card, within_offer: isWithin(card), asked, over }];
  });
  const within = present.filter(({ within_offer }) => within_offer);
  const above = present.filter(({ within_offer }) => !within_offer);
  const keptWithin = list.filter(({ within_offer }) => within_offer).length;
  const chosen = [within, above].map((group) => {
    const left = group.filter(({ card }) => matches(card));
    // Whoever it came to nothing with is offered after everybody else, however well they fit.
    return left.sort(
      (a, b) => Number(a.over !== null) - Number(b.over !== null) || (compare?.(a.card, b.card) ?? 0),
    );
  });
  const [fitting = [], aboveOffer = []] = chosen;
  const start = (query.page - 1) * query.page_size;
  return {
    ...stored,
    total: stored.total + within.length - keptWithin,
    total_above_offer: stored.total_above_offer + above.length - (list.length - keptWithin),
    listed: { fitting: fitting.length, above_offer: aboveOffer.length },
    page: query.page,
    page_size: query.page_size,
    typical: within.length < fewestCompared ? null : shape.typical(within),
    list: [...fitting, ...aboveOffer].slice(start, start + query.page_size),
  };
}

/** Of fewer, "the others" would be one or two people. */
const fewestCompared = 3;

export const median = (values: readonly number[]) => medianOf(Float64Array.from(values));

export const tutorFilter =
  ({ in_budget, gender, online, verified, region, tutors }: MatchQuery, offer: number | null) =>
  (tutor: TutorCard) =>
    (tutors === undefined || tutors.includes(tutor.id)) &&
    (!in_budget || offer === null || tutor.price_min <= offer) &&
    (gender === undefined || tutor.gender === gender) &&
    (!online || tutor.tutoring_type.includes(tutoringType.online)) &&
    (!verified || tutor.badges.length > 0) &&
    (region === undefined || tutor.tutoring_region.includes(region));

/** Equals stay in the order of fit. */
export const tutorOrders: Record<MatchQuery['sort'], ((a: TutorCard, b: TutorCard) => number) | undefined> = {
  fit: undefined,
  price: (a, b) => a.price_min - b.price_min,
  experience: (a, b) => b.experience - a.experience,
  reviews: (a, b) =>
    (b.rating?.average ?? 0) - (a.rating?.average ?? 0) || (b.rating?.count ?? 0) - (a.rating?.count ?? 0),
};
