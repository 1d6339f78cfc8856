import QRCode from 'qrcode';
import type { FpsId } from '#shared/money/fps-id.ts';

/** A tag, the length of its value and the value, as EMVCo has it. */
const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** Within the account of Hong Kong's faster payments. */
const accountTags = { id: '02', phone: '03', email: '04' } as const;

/**
 * The text of an FPS code: EMVCo's code that the payee presents, with the account template of Hong Kong Interbank
 * Clearing, for one payment of an amount in Hong Kong dollars.
 */
export function fpsPayload({ kind, value }: FpsId, amount: number) {
  const fields = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', 'hk.com.hkicl') + field(accountTags[kind], value)),
    field('52', '0000'),
    field('53', '344'),
    field('54', String(amount)),
    field('58', 'HK'),
    field('59', 'NA'),
    field('60', 'HK'),
  ].join('');
  // The check covers its own tag and length.
  return fields + field('63', checksum(`${fields}6304`));
}

/** CRC-16/CCITT with the start value FFFF. */
function checksum(text: string) {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

export const drawCode = (payload: string) =>
  QRCode.toString(payload, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' });
