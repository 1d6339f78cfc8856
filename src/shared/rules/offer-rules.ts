export const messageLength = 300;

/** What holds for the day and hour of a trial lesson. */
export const trialRules = {
  /** In Hong Kong; the lesson ends by the latest. */
  earliest: '07:00',
  latest: '22:30',
  mostDays: 60,
  /** Without an agreed day, the family may say after so many days that it suits. */
  silentDays: 14,
} as const;

export const otherSide = (side: 'family' | 'tutor') => (side === 'family' ? 'tutor' : 'family');
