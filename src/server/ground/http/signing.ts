import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

export function createSigner(secret: Buffer, use: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `mingshi ${use}`, 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign,
    isSigned: (text: string, signature: string) => equalTexts(sign(text), signature),
  };
}

function equalTexts(a: string, b: string) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export const randomText = (bytes: number) => randomBytes(bytes).toString('base64url');
export const sha256 = (text: string) => createHash('sha256').update(text).digest();
