/** How a lesson is charged: by the agreed lesson, which is usual in Hong Kong, by the quarter of an hour, or by the minute. */
export const feeRules = ['lesson', 'quarter', 'minute'] as const;
export type FeeRule = (typeof feeRules)[number];

const quarter = 15;

/**
 * The minutes that are charged for minutes that were taught. By the lesson, up to a quarter of an hour more or less
 * counts as the agreed length; beyond that, the nearest quarter counts. The database has the same function.
 */
export function chargedMinutes(rule: FeeRule, minutes: number, agreed: number | null): number {
  if (rule === 'minute') return minutes;
  if (rule === 'lesson' && agreed !== null && Math.abs(minutes - agreed) <= quarter) return agreed;
  return Math.floor((2 * minutes + quarter) / (2 * quarter)) * quarter;
}

/** Whole dollars for each lesson, half a dollar rounded up, so that the lines of a statement add up to its total. */
export const amountOf = (price: number, minutes: number) => Math.floor((price * minutes + 30) / 60);

export const paymentRules = {
  /** The tutor may take back a receipt for this long. The database knows the same. */
  undoMinutes: 10,
  /** The family is reminded of an unpaid month this many days after its statement. */
  remindAfterDays: 7,
  /** A proposal for another rule lapses after this many days. */
  ruleOpenDays: 30,
} as const;
