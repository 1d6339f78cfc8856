/**
 * The numbers of the two sample accounts. They exist only where the page itself shows the code and nothing sends an
 * SMS; elsewhere these are numbers like any other.
 */
export const sampleAccounts = {
  family: { areaCode: '852', national: '51000001' },
  tutor: { areaCode: '852', national: '51000002' },
} as const;
