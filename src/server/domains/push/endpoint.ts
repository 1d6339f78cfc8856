import dns from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** Where messages may be delivered; tests run their own push service on this machine. */
export type Reach = 'internet' | 'anywhere';

/** Checks the URL itself: https, default port, no credentials, a host that may be public. */
export function isAcceptable(endpoint: string, reach: Reach) {
  if (reach === 'anywhere') return true;
  const { protocol, port, username, password, hostname } = new URL(endpoint);
  return protocol === 'https:' && port === '' && username === '' && password === '' && isPublicHost(hostname);
}

/** Also resolves the host name. The connection checks again when something is sent. */
export async function resolvesToPublicAddress(endpoint: string, reach: Reach) {
  if (!isAcceptable(endpoint, reach)) return false;
  if (reach === 'anywhere') return true;
  const hostname = new URL(endpoint).hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise<boolean>((resolve) =>
    publicLookup(hostname, { all: true }, (error) => resolve(error === null)),
  );
}

/**
 * Addresses that are not public (IANA special-purpose registries): this machine, its network, and reserved
 * ranges.
 */
const closed = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(network, prefix, 'ipv4');

/** Of IPv6 only 2000::/3 is allocated; these parts of it are special-purpose or map to IPv4. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, prefix, 'ipv6');

export function isPublicAddress(address: string) {
  if (isIPv6(address)) return open6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
  return isIP(address) === 4 && !closed.check(address, 'ipv4');
}

/** Whether a host may be public, by its name alone: an IP address has to be a public one. */
function isPublicHost(hostname: string) {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? bare.includes('.') : isPublicAddress(bare);
}

/** A DNS lookup for connections that refuses a name when any of its addresses is not public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error('the name has no address'), '', 0);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error('the name leads to an address that is not public'), '', 0);
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
