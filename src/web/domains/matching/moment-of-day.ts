const hongKongMs = 8 * 60 * 60 * 1000;

/** 11-15 18:20 in Hong Kong; written by ourselves, so that server and browser agree to the letter. */
export function momentOfDay(iso: string) {
  const [day = '', time = ''] = new Date(Date.parse(iso) + hongKongMs).toISOString().split('T');
  const [, month, date] = day.split('-').map(Number);
  return `${month}/${date} ${time.slice(0, 5)}`;
}
