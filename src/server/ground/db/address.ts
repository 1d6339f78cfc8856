/**
 * What the driver is given for an address: `sslmode` then means what it means to PostgreSQL's own programs. By itself the
 * driver takes `require` and `verify-ca` for `verify-full`, with a warning that it will not do so for ever.
 */
export const connectionString = (url: string) =>
  /[?&]sslmode=/.test(url) && !/[?&]uselibpqcompat=/.test(url) ? `${url}&uselibpqcompat=true` : url;
