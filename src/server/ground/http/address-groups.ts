import { isIPv4, isIPv6 } from 'node:net';

/** What limits count as one: an IPv4 address or IPv6 household (/64), and its network (/24, /48). */
export type AddressGroups = { address: string; network: string };

export function addressGroups(text: string): AddressGroups {
  const [plain = ''] = text.split('%');
  if (isIPv4(plain)) return ofIPv4(plain);
  // All invalid addresses share one allowance.
  if (!isIPv6(plain)) return { address: 'unknown', network: 'unknown' };
  const parts = expand(plain);
  const mapped = parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff;
  if (mapped) return ofIPv4(parts.slice(6).flatMap(bytes).join('.'));
  const prefix = (count: number) =>
    parts
      .slice(0, count)
      .map((part) => part.toString(16))
      .join(':');
  return { address: `${prefix(4)}::/64`, network: `${prefix(3)}::/48` };
}

const ofIPv4 = (address: string): AddressGroups => ({
  address,
  network: `${address.slice(0, address.lastIndexOf('.'))}.0/24`,
});

const bytes = (part: number) => [part >> 8, part & 0xff];

/** The eight groups of an IPv6 address, with `::` and a dotted IPv4 tail expanded. */
function expand(text: string): number[] {
  const [head = '', tail] = text.split('::').map(groups);
  if (tail === undefined) return head as number[];
  const left = head as number[];
  return [...left, ...Array(8 - left.length - tail.length).fill(0), ...tail];
}

function groups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
