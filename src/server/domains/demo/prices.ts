import { marketCell, type TutorClass } from '#engine/pricing/market-table.ts';

/** The published table says "and above" of these; hardly any family pays the upper half of what that is taken for. */
export const isOpenEnded = (column: TutorClass) => column === 'full_time' || column === 'school_teacher';
export const openEndedShare = 0.3;

/** In tens: 0 is the low end of the published range of a grade, 1 its high end. */
export function priceIn(grade: number, column: TutorClass, share: number) {
  const { low, high } = marketCell(grade, column);
  return Math.round((low + (high - low) * share) / 10) * 10;
}
