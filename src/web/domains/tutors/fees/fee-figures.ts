/** Of fewer, a range would tell what one or two people ask. */
export const fewestFees = 3;

export type MiddleHalf = { low: number; high: number; count: number };

/** Between which two of the fees the middle half lies; undefined where there are too few. */
export function middleHalf(fees: readonly number[]): MiddleHalf | undefined {
  if (fees.length < fewestFees) return undefined;
  const sorted = [...fees].sort((a, b) => a - b);
  const last = sorted.length - 1;
  const [low = 0, high = 0] = [sorted[Math.floor(last / 4)], sorted[Math.ceil((last * 3) / 4)]];
  return { low, high, count: fees.length };
}

/** How many of the offers are at least the fee. */
export const reaching = (offers: readonly number[], fee: number) =>
  offers.filter((offer) => offer >= fee).length;

export const feeRange = ({ low, high }: { low: number; high: number }) =>
  low === high ? `HK$${low}` : `HK$${low}–${high}`;

type Teacher = { education: number | null; experience: number | null };
/** How like the tutor those are whose fees are told. */
export type Alike = 'both' | 'education' | 'all';

/** The fees of tutors with the same education and experience; where these are too few, of more of them. */
export function feesLike(
  me: Teacher,
  tutors: readonly (Teacher & { price_min: number })[],
): { fees: MiddleHalf; alike: Alike } | undefined {
  const sameEducation = tutors.filter(({ education }) => education === me.education);
  const groups: [Alike, typeof tutors][] = [
    ['both', sameEducation.filter(({ experience }) => experience === me.experience)],
    ['education', sameEducation],
    ['all', tutors],
  ];
  for (const [alike, group] of groups) {
    const fees = middleHalf(group.map(({ price_min }) => price_min));
    if (fees) return { fees, alike };
  }
}
