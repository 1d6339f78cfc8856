import { z } from 'zod';
import { longestStory } from './account-defaults.ts';
import { dialCode, factorCode, mobile, SmsCodeForm, smsCode, UserInfo } from './accounts.ts';
import type { Calls } from './call.ts';
import { personName } from './contacts/person-name.ts';
import { rowId } from './form-fields.ts';

/** Between the message to the old number and the move of an account, so that its owner can stop it. */
export const waitingHours = 72;
/** After so long everybody who asked for an account hears that it was not granted so far, also where there is none. */
export const answerHours = 72;
/** How often the account of one number can be asked for within 30 days, also where it was refused. */
export const mostAsks = 3;

const PendingMove = z
  .object({
    id: rowId,
    mobile: z.string().describe('the new number, masked'),
    due_at: z.string().nullable().describe('when the account moves; null until the old number has been told'),
  })
  .meta({ id: 'PendingMove' });
const nothing = z.object({});

/** Moving an account to another mobile number. */
export const numberCalls = {
  'POST /api/users/change_number': {
    summary: 'Move the account to another number, with a code sent to each of the two',
    audience: 'user',
    perMinute: 20,
    body: z.object({
      present: z.object({ request_id: z.string().max(100), code: smsCode }),
      next: SmsCodeForm,
      factor_code: factorCode.optional().describe('where a second factor is on'),
    }),
    data: UserInfo,
  },
  'POST /api/users/lost_number': {
    summary:
      'Ask an operator to move an account whose number is lost, with a code sent to the new one; the answer is the same whether or not there is such an account',
    audience: 'anyone',
    perMinute: 10,
    body: SmsCodeForm.extend({
      old_area_code: dialCode,
      old_mobile: mobile,
      name: personName,
      story: z.string().trim().max(longestStory).default('').describe('what only the owner knows'),
    }),
    data: nothing,
  },
  'GET /api/users/number_request': {
    summary: 'The move of this account that an operator has granted and that can still be stopped',
    audience: 'user',
    data: z.object({ pending: PendingMove.nullable() }),
  },
  'POST /api/users/stop_number_request': {
    summary: 'Stop it',
    audience: 'user',
    body: z.object({ id: rowId }),
    data: nothing,
  },
  'GET /api_ai/user/number_request': {
    summary: 'The same, for who uses the AI side alone',
    audience: 'aiUser',
    data: z.object({ pending: PendingMove.nullable() }),
  },
  'POST /api_ai/user/stop_number_request': {
    summary: 'Stop it, for who uses the AI side alone',
    audience: 'aiUser',
    body: z.object({ id: rowId }),
    data: nothing,
  },
} satisfies Calls;
