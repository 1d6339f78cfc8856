import { z } from 'zod';
import { dialCode, factorCode, mobile } from '../accounts.ts';
import type { Calls } from '../call.ts';
import { plainText } from '../plain-text.ts';
import { banWishes, copyDays, longestBanWords } from './limits.ts';

const timestamp = z.iso.datetime();

const BanWish = z
  .enum(banWishes)
  .describe('that the ban be lifted; a copy of the own data; their deletion. The last two need an account');
export type BanWish = z.infer<typeof BanWish>;

export const BanRequest = z
  .object({
    wish: BanWish,
    made_at: timestamp,
    decision: z
      .enum(['lifted', 'kept', 'granted', 'refused', 'over'])
      .nullable()
      .describe('null while it waits; over: there was nothing left to decide'),
    answer: z.string().describe('what the operator wrote; may be empty'),
    decided_at: timestamp.nullable(),
    download_until: timestamp
      .nullable()
      .describe(`of a copy that was granted: until when it can be downloaded, ${copyDays} days in all`),
  })
  .meta({ id: 'BanRequest' });
export type BanRequest = z.infer<typeof BanRequest>;

/** What the log-in says to whoever has proved a banned number; also in the data of the error `banned`. */
export const BannedState = z
  .object({
    reason: z.string(),
    has_account: z.boolean(),
    needs_factor: z.boolean().describe('a copy and deletion need a code of the second factor'),
    requests: z.array(BanRequest).describe('the latest of each wish'),
  })
  .meta({ id: 'BannedState' });
export type BannedState = z.infer<typeof BannedState>;

/** A number that the browser has proved by a code when its log-in was refused; a cookie remembers it a while. */
const provenNumber = { area_code: dialCode, mobile, factor_code: factorCode.optional() };
const BanRequestForm = z
  .object({ ...provenNumber, wish: BanWish, words: plainText(longestBanWords).trim().default('') })
  .refine(({ wish, words }) => wish !== 'appeal' || words !== '', { path: ['words'] });
const request = {
  summary:
    'Appeal against a ban, or ask for the own data or their deletion, with a number just proved; one request of each wish is open at a time',
  audience: 'anyone',
  perMinute: 10,
  body: BanRequestForm,
  data: BannedState,
} as const;

/** The same calls for both log-ins. */
export const banRequestCalls = {
  'POST /api/users/banned_request': request,
  'POST /api_ai/user/banned_request': request,
} satisfies Calls;

const BannedCopyForm = z.object(provenNumber);
export type BannedCopyForm = z.infer<typeof BannedCopyForm>;
const copy = {
  summary: 'Everything the product keeps of a banned person, with every file, as a ZIP archive; once granted',
  audience: 'anyone',
  perMinute: 10,
  isSlow: true,
  body: BannedCopyForm,
  download: ['application/zip'],
  data: z.custom<Blob>(),
} as const;

export const bannedCopyCalls = {
  'POST /api/users/banned_copy': copy,
  'POST /api_ai/user/banned_copy': copy,
} satisfies Calls;
