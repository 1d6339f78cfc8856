import { z } from 'zod';
import type { Calls } from '../call.ts';
import { Lesson, month, Totals } from '../classes.ts';
import { rowId, rowParams } from '../form-fields.ts';
import { Side } from '../interest.ts';
import { locales } from '../locale.ts';
import { neededText } from '../plain-text.ts';
import { fpsKinds } from './fps-id.ts';

const timestamp = z.iso.datetime();

/** What became of an amount: the three add up to it. */
const settled = {
  received: z.int().describe('HK$ that the tutor has received'),
  marked: z.int().describe('HK$ that the family has marked as paid, and the tutor not yet as received'),
  open: z.int().describe('HK$ that nobody has marked; negative if a lesson was corrected after it was paid'),
};
const FeeSums = Totals.extend(settled);

export const FeePayment = z
  .object({
    id: z.int(),
    month: z.string(),
    amount: z.int().describe('HK$, fixed when it was marked'),
    made_by: Side.describe('tutor: who was paid by hand and wrote it down alone'),
    made_at: timestamp,
    received_at: timestamp.nullable(),
    may_undo: z.boolean().describe('whether the caller may take back their own mark now'),
  })
  .meta({ id: 'FeePayment' });
export type FeePayment = z.infer<typeof FeePayment>;

const FeeClass = z.object({
  id: z.int(),
  children: z.array(z.string()).describe('nicknames, as in the class'),
  grade: z.array(z.int()),
  major_subject: z.array(z.int()),
  other_subject: z.array(z.int()),
  price: z.int().describe('HK$ per hour'),
  lessons: z.array(Lesson).describe('by time; those that are disputed are listed and not counted'),
  totals: Totals,
});

export const FeeAccount = FeeSums.extend({
  class_id: z.int().describe('the first class of the two: it names the account in other calls'),
  name: z
    .string()
    .describe(
      'the other side; of a tutor only the surname, of a family nothing until both share their contacts',
    ),
  classes: z.array(FeeClass),
  payments: z.array(FeePayment).describe('without those that were taken back, the earliest first'),
  fps: z
    .object({
      kind: z.enum(fpsKinds),
      value: z.string(),
      payload: z.string().describe('EMVCo merchant-presented QR code for the open amount'),
      svg: z.string().describe('the same, drawn'),
    })
    .nullable()
    .describe('for the family, once both share their contacts, while an amount is open'),
}).meta({ id: 'FeeAccount' });
export type FeeAccount = z.infer<typeof FeeAccount>;

export const FeeMonth = FeeSums.extend({
  month: z.string(),
  side: Side,
  is_closed: z.boolean().describe('the month is over'),
  accounts: z.array(FeeAccount).describe('one for each tutor of a family, or family of a tutor'),
}).meta({ id: 'FeeMonth' });
export type FeeMonth = z.infer<typeof FeeMonth>;

export const FeeYear = FeeSums.extend({
  year: z.int().describe('the year in which it begins, on 1 April'),
  side: Side,
  months: z.array(FeeSums.extend({ month: z.string() })).describe('twelve, April to March'),
  accounts: z.array(FeeSums.extend({ class_id: z.int(), name: z.string() })),
  rows: z
    .array(FeeSums.extend({ month: z.string(), class_id: z.int(), name: z.string() }))
    .describe('each month with each other side'),
}).meta({ id: 'FeeYear' });
export type FeeYear = z.infer<typeof FeeYear>;

const OwnFps = z.object({
  fps: z.object({ kind: z.enum(fpsKinds), value: z.string(), changed_at: timestamp }).nullable(),
});

const side = Side.describe('as which the caller asks');
const ofMonth = {
  month,
  side,
  class_id: z.coerce.number().pipe(rowId).optional().describe('only the account with this class'),
};
const year = z.coerce.number().int().min(2020).max(2099);
const file = z.custom<Blob>();

export const feeCalls = {
  'GET /api/users/fees': {
    summary: 'The fees of a month over all classes, and what was paid',
    audience: 'user',
    query: z.object({ month, side }),
    data: FeeMonth,
  },
  'GET /api/users/fees.csv': {
    summary: 'The same as CSV, a line for each lesson',
    audience: 'user',
    query: z.object(ofMonth),
    download: ['text/csv'],
    data: file,
  },
  'GET /api/users/fees.pdf': {
    summary: 'The same as PDF, A4',
    audience: 'user',
    perMinute: 30,
    query: z.object({
      ...ofMonth,
      locale: z.enum(locales).optional().describe('else the language of the request'),
    }),
    download: ['application/pdf'],
    data: file,
  },
  'GET /api/users/fee_year': {
    summary: 'The fees of a tax year, 1 April to 31 March, by month and by the other side',
    audience: 'user',
    query: z.object({ year, side }),
    data: FeeYear,
  },
  'GET /api/users/fee_year.csv': {
    summary: 'The same as CSV, a line for each month and other side',
    audience: 'user',
    query: z.object({ year, side }),
    download: ['text/csv'],
    data: file,
  },
  'POST /api/users/classes/{id}/payments': {
    summary:
      'The family marks the open amount of a month as paid; the tutor, who was paid by hand, as received',
    audience: 'user',
    perMinute: 30,
    params: rowParams,
    body: z.object({
      month,
      amount: z.int().min(1).describe('the open amount as the page shows it; refused if it has changed'),
      key: z.uuid().describe('made by the page; sent again, it answers what the first one made'),
    }),
    data: FeePayment,
  },
  'PUT /api/users/payments/{id}/receive': {
    summary: 'The tutor has received what the family marked as paid',
    audience: 'user',
    params: rowParams,
    data: FeePayment,
  },
  'PUT /api/users/payments/{id}/undo': {
    summary: 'The family takes back a payment that is not received; the tutor a receipt within ten minutes',
    audience: 'user',
    params: rowParams,
    data: z.object({ payment: FeePayment.nullable().describe('null where nothing is left of it') }),
  },
  'GET /api/users/fps': {
    summary: 'Where the caller is paid by FPS',
    audience: 'user',
    data: OwnFps,
  },
  'PUT /api/users/fps': {
    summary: 'Set it: a Hong Kong mobile number, an e-mail address or an FPS identifier of 7 or 9 digits',
    audience: 'user',
    perMinute: 10,
    body: z.object({ value: neededText(254) }),
    data: OwnFps,
  },
  'DELETE /api/users/fps': {
    summary: 'Remove it',
    audience: 'user',
    data: OwnFps,
  },
} satisfies Calls;
