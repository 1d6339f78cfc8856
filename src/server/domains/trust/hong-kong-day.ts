const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' });

/** YYYY-MM-DD as it is in Hong Kong. */
export const hongKongDay = (moment: Date) => format.format(moment);
