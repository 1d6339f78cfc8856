/** What everybody gets and what nobody may exceed, by kind; read from the configuration. */
export type QuotaPolicy = {
  /** Given once to each person, the first time it matters. */
  free: Record<string, number>;
  /** The most of a whole family (`paper` with every `paper:…`) in one day of Hong Kong. */
  dailyMax: Record<string, number>;
};

/** Pages, messages and seconds. */
export const defaultQuota = {
  free: 'paper=30,assistant=100,voice=1800',
  dailyMax: 'paper=100,assistant=300,voice=3600',
};

export const kindPattern = /^[a-z]+(:[a-z0-9-]+)?$/;

/** `paper` of `paper:exam`. */
export const familyOf = (kind: string) => kind.split(':')[0] as string;

/** What a kind may draw on: its own grants first, then those for its whole family. */
export const sourcesOf = (kind: string) => [...new Set([kind, familyOf(kind)])];
