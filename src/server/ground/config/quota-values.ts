/** The free quota and the daily maximum by kind, from the configuration. */
export type QuotaPolicy = {
  /** Granted once to each user, on first use. */
  free: Record<string, number>;
  /** The maximum for a whole family of kinds (`paper` with every `paper:…`) per Hong Kong day. */
  dailyMax: Record<string, number>;
};

/** In pages (paper), messages (assistant) and seconds (voice). */
export const defaultQuota = {
  free: 'paper=30,assistant=100,voice=1800',
  dailyMax: 'paper=100,assistant=300,voice=3600',
};

export const kindPattern = /^[a-z]+(:[a-z0-9-]+)?$/;

/** `paper` of `paper:exam`. */
export const familyOf = (kind: string) => kind.split(':')[0] as string;

/** The kinds whose grants a kind may use: its own first, then those of its whole family. */
export const sourcesOf = (kind: string) => [...new Set([kind, familyOf(kind)])];
