import { expect, test } from 'vitest';
import { addressGroups } from './address-groups.ts';

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['::ffff:cb00:7107', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b::/64', '2001:db8:a::/48'],
  ['2001:0DB8:000a:000B::1', '2001:db8:a:b::/64', '2001:db8:a::/48'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['::', '0:0:0:0::/64', '0:0:0::/48'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
  ['', 'unknown', 'unknown'],
  ['999.1.1.1', 'unknown', 'unknown'],
  ["1.2.3.4' or 1=1", 'unknown', 'unknown'],
])('address "%s" is counted as %s in network %s', (text, address, network) => {
  expect(addressGroups(text)).toEqual({ address, network });
});
