import { expect, test } from 'vitest';
import { fpsIdOf, fpsIdWords } from '#shared/money/fps-id.ts';
import { readQr } from '#tests/qr/read-qr.ts';
import { drawCode, fpsPayload } from './fps-code.ts';

/** Tags with their values, read as a bank reads them; a length that does not fit is an error. */
function fieldsIn(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let place = 0; place < text.length; ) {
    const [tag, length] = [text.slice(place, place + 2), Number(text.slice(place + 2, place + 4))];
    const value = text.slice(place + 4, place + 4 + length);
    if (!/^\d\d$/.test(tag) || value.length !== length || tag in fields) throw new Error(`no field: ${tag}`);
    fields[tag] = value;
    place += 4 + length;
  }
  return fields;
}

/** The remainder of the message, as a number, by the polynomial x¹⁶ + x¹² + x⁵ + 1. */
function remainder(text: string) {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  let message = BigInt(`0b${bits}`) << 16n;
  message ^= 0xffffn << BigInt(bits.length);
  for (let bit = BigInt(bits.length + 15); bit >= 16n; bit--)
    if ((message >> bit) & 1n) message ^= 0x11021n << (bit - 16n);
  return message.toString(16).toUpperCase().padStart(4, '0');
}

test('an FPS code has the fields of Hong Kong’s faster payments and a true checksum, and is read back from its drawing', async () => {
  // Published check values.
  expect(remainder('123456789')).toBe('29B1');
  const ids = [
    ['9123 4567', '03', '+852-91234567'],
    ['sample.tutor@example.com', '04', 'sample.tutor@example.com'],
    ['1234567', '02', '1234567'],
    ['123456789', '02', '123456789'],
  ] as const;
  for (const [at, [typed, tag, value]] of ids.entries()) {
    const fps = fpsIdOf(typed);
    if (!fps) throw new Error(`${typed} is not taken`);
    const amount = [480, 1, 12_345, 960][at] as number;
    const payload = fpsPayload(fps, amount);
    const { 26: account = '', 63: crc, ...rest } = fieldsIn(payload);
    expect(rest).toEqual({
      '00': '01',
      '01': '12',
      52: '0000',
      53: '344',
      54: String(amount),
      58: 'HK',
      59: 'NA',
      60: 'HK',
    });
    expect(fieldsIn(account)).toEqual({ '00': 'hk.com.hkicl', [tag]: value });
    expect(crc).toBe(remainder(payload.slice(0, -4)));
    expect(await readQr(await drawCode(payload))).toBe(payload);
  }
});

test('FPS identifiers are taken as people write them, and others are not', () => {
  expect(['+852 6123-4567', '00852 61234567', '61234567'].map((typed) => fpsIdOf(typed)?.value)).toEqual(
    Array(3).fill('+852-61234567'),
  );
  expect(fpsIdOf(' Chan.Tutor@Example.COM ')).toEqual({ kind: 'email', value: 'chan.tutor@example.com' });
  for (const wrong of [
    '',
    '12345',
    '12345678',
    '21234567',
    '1234567890',
    'chan@',
    '@example.com',
    'a b@c.hk',
  ])
    expect(fpsIdOf(wrong), wrong).toBeUndefined();
  expect(fpsIdOf(`${'a'.repeat(70)}@example.com`)).toBeUndefined();
  expect(fpsIdWords({ kind: 'phone', value: '+852-91234567' })).toBe('9123 4567');
});
