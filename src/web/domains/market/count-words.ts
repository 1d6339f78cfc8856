const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** 1,000+ where no more were counted. */
export const countWords = (total: number, capped: boolean) => `${grouped(total)}${capped ? '+' : ''}`;
