import { isPublicHost, publicLookup } from './public-address.ts';

/** How far the product goes to deliver; tests have push services of their own on this machine. */
export type Reach = 'internet' | 'anywhere';

/** By its letters: https, at the usual port, without credentials, at a host that may be on the internet. */
export function isAcceptable(endpoint: string, reach: Reach) {
  if (reach === 'anywhere') return true;
  const { protocol, port, username, password, hostname } = new URL(endpoint);
  return protocol === 'https:' && port === '' && username === '' && password === '' && isPublicHost(hostname);
}

/** And by where its name leads now. When something is sent, the connection itself looks again. */
export async function leadsOutside(endpoint: string, reach: Reach) {
  if (!isAcceptable(endpoint, reach)) return false;
  if (reach === 'anywhere') return true;
  const hostname = new URL(endpoint).hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise<boolean>((resolve) =>
    publicLookup(hostname, { all: true }, (error) => resolve(error === null)),
  );
}
