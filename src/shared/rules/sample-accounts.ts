/**
 * The numbers of the two sample accounts. One can log in to them only where the page itself shows the code, and no
 * SMS is ever sent to them.
 */
export const sampleAccounts = {
  family: { areaCode: '852', national: '51000001' },
  tutor: { areaCode: '852', national: '51000002' },
} as const;

const numbers: readonly string[] = Object.values(sampleAccounts).map(
  ({ areaCode, national }) => `+${areaCode}${national}`,
);
export const isSampleNumber = (e164: string) => numbers.includes(e164);
