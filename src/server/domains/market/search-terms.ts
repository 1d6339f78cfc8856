import type { CaseQuery, MarketQuery } from '#shared/market.ts';
import { atGrades, caseEntry, type Facet, genders, type Key, type MarketDirectory } from './directories.ts';
import type { OnlineCase } from './online-cases.ts';

export type Ranges = Parameters<MarketDirectory['find']>[0]['ranges'];
type Prices = Pick<MarketQuery, 'price_min' | 'price_max'>;

/** A tutor's price range overlaps the requested one. */
export const overlapping = ({ price_min, price_max }: Prices): Ranges => ({
  price_high: { from: price_min },
  price_low: { to: price_max },
});
/**
 * A case has one price under both keys; with both ranges set, a list sorted by either key starts at the
 * range.
 */
export function offering({ price_min, price_max, pays_from }: Prices & Pick<CaseQuery, 'pays_from'>): Ranges {
  const range = { from: price_min, to: price_max };
  return { price_high: range, price_low: range, pays: { from: pays_from } };
}

/** What a list is searched for, whatever its order and page. */
type Terms = Partial<Omit<MarketQuery, 'sort' | 'page' | 'page_size' | 'cursor'>>;

export function facetsOf(query: Terms): Partial<Record<Facet, readonly number[]>> {
  const { region, grade, major_subject, other_subject, tutoring_type, online, weekday, gender } = query;
  return {
    ...(region && { region }),
    ...(grade && { grade }),
    ...(major_subject && { major_subject }),
    ...(other_subject && { other_subject }),
    ...(grade && major_subject && { major_at_grade: atGrades(major_subject, grade) }),
    ...(grade && other_subject && { other_at_grade: atGrades(other_subject, grade) }),
    ...(tutoring_type && { tutoring_type }),
    ...(online && { online: [1] }),
    ...(weekday && { weekday }),
    ...(gender && { gender: [genders[gender]] }),
  };
}

/** Whether a list with these terms would have the case. */
export function isFoundBy(row: OnlineCase, terms: Terms & Pick<CaseQuery, 'pays_from'>): boolean {
  const { facets, keys } = caseEntry(row);
  const hasOne = ([facet, values]: [string, readonly number[] | undefined]) =>
    (values ?? []).some((value) => facets[facet as Facet].includes(value));
  const isIn = ([key, range]: [
    string,
    { from?: number | undefined; to?: number | undefined } | undefined,
  ]) => {
    if (range?.from === undefined && range?.to === undefined) return true;
    const value = keys[key as Key];
    return value !== null && value >= (range.from ?? -Infinity) && value <= (range.to ?? Infinity);
  };
  return Object.entries(facetsOf(terms)).every(hasOne) && Object.entries(offering(terms) ?? {}).every(isIn);
}
