import { randomBytes } from 'node:crypto';
import { AppError } from '#server/ground/http/errors.ts';
import type { Phone } from '#server/ground/phone/phone.ts';
import { sampleAccounts } from '#shared/rules/sample-accounts.ts';
import type { Purpose } from './codes.ts';
import type { SmsHashes } from './hashes.ts';
import { codeLife, codeTries } from './limits.ts';

const numbers: string[] = Object.values(sampleAccounts).map(
  ({ areaCode, national }) => `+${areaCode}${national}`,
);
export const isSampleNumber = ({ e164 }: Phone) => numbers.includes(e164);

/**
 * Codes of the sample accounts, where the page shows them itself: nothing is sent, so nothing is counted, and the code
 * follows from the request, so that visitors who come at once do not replace each other's.
 */
export function createSampleCodes(hashes: SmsHashes) {
  const codeOf = (requestId: string, phone: Phone, purpose: Purpose) =>
    String(hashes.code(requestId, phone, purpose, 'sample').readUInt32BE() % 1_000_000).padStart(6, '0');
  return {
    issue(phone: Phone, purpose: Purpose) {
      const requestId = randomBytes(16).toString('base64url');
      const demo_code = codeOf(requestId, phone, purpose);
      return { request_id: requestId, expires_in: codeLife, resend_in: 0, demo_code };
    },
    check(requestId: string, phone: Phone, purpose: Purpose, code: string) {
      if (code !== codeOf(requestId, phone, purpose))
        throw new AppError('codeWrong', { details: { tries_left: codeTries } });
    },
  };
}
