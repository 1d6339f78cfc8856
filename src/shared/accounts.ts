import { z } from 'zod';
import type { Calls } from './call.ts';
import { personName } from './contacts/person-name.ts';
import { Portrait } from './portrait.ts';

const genders = ['U', 'M', 'F'] as const;
export const Gender = z.enum(genders).describe('U 不限, M male, F female');
export const registrationMethods = [
  'home_register',
  'quickly_register',
  'popup_register',
  'case_register',
  'more_register',
] as const;
/** 1 parent or student, 2 tutor. 0, a visitor, cannot be chosen. */
const ChosenIdentity = z.union([z.literal(1), z.literal(2)]);

const id = z.int();
const seconds = z.int().min(0).describe('seconds');
export const dialCode = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .default('852')
  .describe('the country, such as 852');
/** As typed; its validity depends on the country and is checked on the server. */
export const mobile = z.string().trim().min(4).max(24);
export const smsCode = z.string().regex(/^\d{6}$/);
const CaseBrief = z.object({ id, status: z.int() }).meta({ id: 'CaseBrief' });

export const UserInfo = z
  .object({
    id,
    name: z.string(),
    gender: Gender,
    case_list: z.array(CaseBrief),
    mobile: z.string().describe("the owner's own number"),
    last_identity: z.int().min(0).max(2),
    is_remind: z.boolean(),
    has_shelves: z.boolean().describe('whether a tutor listing of theirs is on show'),
    portrait: Portrait.nullable().describe('of their tutor listing; null where there is none'),
  })
  .meta({ id: 'UserInfo' });
export type UserInfo = z.infer<typeof UserInfo>;

export const AiUserInfo = z
  .object({
    id,
    remaining_count: z.int(),
    total_count: z.int(),
    user_type: z.int().describe('bit flags; 4: needs a product login beside it'),
    is_subscribe: z.boolean(),
    is_subscribe_again: z.boolean(),
    daily_max_count: z.int(),
    is_daily_max: z.boolean(),
    is_unlimited: z.boolean(),
    paper_type_list: z.array(
      z.object({ paper_type: z.string(), remaining_count: z.int(), total_count: z.int() }),
    ),
    mobile: z.string(),
  })
  .meta({ id: 'AiUserInfo' });
export type AiUserInfo = z.infer<typeof AiUserInfo>;

const Token = z.object({ token: z.string(), expires_in: seconds });

const SignedIn = z
  .object({
    status: z.literal('signed_in'),
    token: z.string(),
    ai_token: z.string(),
    expires_in: seconds,
    user: UserInfo,
  })
  .meta({ id: 'SignedIn' });
const SecondFactorAsked = z
  .object({ status: z.literal('second_factor'), challenge: z.string() })
  .meta({ id: 'SecondFactorAsked' });
const NotRegistered = z
  .object({
    status: z.literal('register'),
    ticket: z.string().describe('proves the number to simple_registration, for 15 minutes'),
  })
  .meta({ id: 'NotRegistered' });
const OldAccountFound = z
  .object({
    status: z.literal('old_account'),
    challenge: z.string(),
    asks: z
      .enum(['second_factor', 'name', 'nothing'])
      .describe('what opens the account; nothing: only an operator can'),
  })
  .describe('nobody has logged in for a year, and the number may have a new owner')
  .meta({ id: 'OldAccountFound' });

const sendSms = {
  audience: 'anyone',
  body: z.object({
    area_code: dialCode,
    mobile,
    proof: z.string().max(4000).optional().describe('the solved challenge, where one is asked for'),
  }),
  data: z.object({
    request_id: z.string(),
    expires_in: seconds,
    resend_in: seconds,
    demo_code: z.string().optional().describe('the code itself, in demo mode only'),
  }),
} as const;

export const SmsCodeForm = z.object({
  request_id: z.string().max(100),
  area_code: dialCode,
  mobile,
  code: smsCode,
});

export const SessionItem = z
  .object({
    id: z.string(),
    face: z.enum(['product', 'ai']),
    browser: z.string(),
    created_at: z.string(),
    last_used_at: z.string(),
    is_current: z.boolean(),
  })
  .meta({ id: 'SessionItem' });

const LoginAsked = z
  .object({
    browser: z.string().describe('such as Chrome · Windows; empty when it does not say'),
    network: z.string().describe('the part of its address that a neighbourhood shares; empty when unknown'),
    is_same_network: z.boolean().describe('the same as the phone’s'),
    asked_at: z.string(),
    expires_in: seconds,
    choices: z.array(z.int()),
  })
  .meta({ id: 'LoginAsked' });

const ProfileForm = z.object({
  name: personName,
  gender: Gender,
  is_remind: z.boolean().optional().describe('left out: it stays as it is'),
  marketing_consent: z.boolean(),
});

const SimpleRegistrationForm = z.object({
  name: personName,
  gender: Gender,
  identity: ChosenIdentity,
  agreed: z.literal(true).describe('to the terms of use and the privacy policy as they stand now'),
  marketing_consent: z.boolean().default(false),
});

/** A code from the authenticator app, or a recovery code. */
export const factorCode = z.string().trim().min(6).max(40);
const nothing = z.object({});

export const accountCalls = {
  'POST /api/users/send_sms': { summary: 'Send a log-in code by SMS', ...sendSms },
  'POST /api/users/verify_sms': {
    summary: 'Log in with the code, or learn that the number has no account yet',
    audience: 'anyone',
    body: SmsCodeForm,
    data: z.discriminatedUnion('status', [SignedIn, SecondFactorAsked, NotRegistered, OldAccountFound]),
  },
  'POST /api/common_info/simple_registration': {
    summary: 'Make an account for a verified number, and log in',
    audience: 'anyone',
    body: SimpleRegistrationForm.extend({
      ticket: z.string().max(1000),
      registration_method: z.enum(registrationMethods),
    }),
    data: SignedIn,
  },
  'POST /api/users/second_factor_login': {
    summary: 'The second step of logging in, for those who chose to have one',
    audience: 'anyone',
    body: z.object({ challenge: z.string().max(1000), code: factorCode }),
    data: SignedIn,
  },
  'POST /api/users/old_account_login': {
    summary: 'Show that an account nobody used for a year is the caller’s: by its second factor or its name',
    audience: 'anyone',
    perMinute: 20,
    body: z.object({ challenge: z.string().max(1000), answer: z.string().trim().min(1).max(60) }),
    data: SignedIn,
  },
  'POST /api/users/old_account_leave': {
    summary: 'The number is new to the caller: seal the account of its former owner, and begin afresh',
    audience: 'anyone',
    perMinute: 20,
    body: z.object({ challenge: z.string().max(1000) }),
    data: NotRegistered,
  },
  'POST /api/users/renew': {
    summary: 'A new token for the session of the cookie, which is replaced as well',
    audience: 'anyone',
    data: Token,
  },
  'GET /api/users/csrf': {
    summary: 'A fresh csrftoken cookie for the session the browser carries',
    audience: 'anyone',
    data: nothing,
  },
  'GET /api/users/logout': {
    summary: 'End this session',
    audience: 'user',
    whileSuspended: true,
    data: nothing,
  },
  'POST /api/users/logout_everywhere': {
    summary: 'End every session of this account, this one too',
    audience: 'user',
    whileSuspended: true,
    data: nothing,
  },
  'GET /api/users/is_banned': {
    summary:
      'Whether the caller is banned, or a number that the caller has just proved by a code; false of any other',
    audience: 'anyone',
    perMinute: 20,
    query: z.object({ mobile: mobile.optional(), area_code: dialCode }),
    data: z.object({ is_banned: z.boolean() }),
  },
  'GET /api/users/info': {
    summary: "The caller's own account",
    audience: 'user',
    whileSuspended: true,
    data: UserInfo,
  },
  'GET /api/users/profile': {
    summary: 'What the owner may change of the account',
    audience: 'user',
    data: ProfileForm.extend({ name: z.string(), is_remind: z.boolean() }),
  },
  'PUT /api/users/profile': {
    summary: 'Change name, form of address, reminders and marketing consent',
    audience: 'user',
    body: ProfileForm,
    data: UserInfo,
  },
  'PUT /api/users/switch_identity': {
    summary: 'Go on as parent or student (1) or as tutor (2)',
    audience: 'user',
    body: z.object({ identity: ChosenIdentity }),
    data: UserInfo,
  },
  'GET /api/users/sessions': {
    summary: 'Where the account is logged in',
    audience: 'user',
    data: z.object({ list: z.array(SessionItem), total: z.int() }),
  },
  'DELETE /api/users/sessions/{id}': {
    summary: 'End one of them',
    audience: 'user',
    params: z.object({ id: z.uuid() }),
    data: nothing,
  },

  'GET /api/users/second_factor': {
    summary: 'Whether a second factor is on',
    audience: 'user',
    data: z.object({ is_on: z.boolean(), is_required: z.boolean(), recovery_codes_left: z.int() }),
  },
  'POST /api/users/second_factor/setup': {
    summary:
      'A new secret for an authenticator app, within ten minutes of logging in; nothing is on before a code from it is confirmed',
    audience: 'user',
    data: z.object({ secret: z.string(), uri: z.string(), qr_svg: z.string() }),
  },
  'POST /api/users/second_factor/confirm': {
    summary: 'Turn the second factor on, or show it again in this session',
    audience: 'user',
    body: z.object({ code: factorCode }),
    data: z.object({ recovery_codes: z.array(z.string()).describe('once, when it is turned on') }),
  },
  'POST /api/users/second_factor/remove': {
    summary: 'Turn the second factor off',
    audience: 'user',
    body: z.object({ code: factorCode }),
    data: nothing,
  },

  'POST /api_ai/user/send_sms': { summary: 'Send a log-in code by SMS, for the AI side', ...sendSms },
  'POST /api_ai/user/verify_sms': {
    summary: 'Log in to the AI side alone; makes the AI account at the first time',
    audience: 'anyone',
    body: SmsCodeForm,
    data: Token.extend({ profile: AiUserInfo }),
  },
  'POST /api_ai/user/renew': {
    summary: 'A new token for the AI session of the cookie, which is replaced as well',
    audience: 'anyone',
    data: Token,
  },
  'POST /api_ai/user/logout': {
    summary: 'End the AI session',
    audience: 'aiUser',
    whileSuspended: true,
    data: nothing,
  },
  'GET /api_ai/user/profile': {
    summary: "The caller's AI account",
    audience: 'aiUser',
    whileSuspended: true,
    data: AiUserInfo,
  },
  'GET /api_ai/user/qrcode': {
    summary: 'A QR code to log this browser in by a phone that is logged in; once, within 2 minutes',
    audience: 'anyone',
    data: z.object({
      code: z.string(),
      url: z.string(),
      svg: z.string(),
      number: z.int().describe('two digits to show beside the code; the phone asks for them'),
      expires_in: seconds,
    }),
  },
  'GET /api_ai/user/login_status': {
    summary: 'Whether the phone has confirmed; the first answer that says so logs this browser in',
    audience: 'anyone',
    query: z.object({ code: z.string().max(100) }),
    data: z.object({
      status: z.enum(['waiting', 'confirmed', 'expired']),
      token: z.string().optional(),
      expires_in: seconds.optional(),
    }),
  },
  'GET /api_ai/user/login_request': {
    summary:
      'On the phone: which browser asks to be let in, from where and when, and three numbers to choose from',
    audience: 'aiUser',
    query: z.object({ code: z.string().max(100) }),
    data: LoginAsked,
  },
  'POST /api_ai/user/confirm_login': {
    summary:
      'On the phone: let the browser that shows this code and this number in; a wrong number refuses it',
    audience: 'aiUser',
    body: z.object({ code: z.string().max(100), number: z.int().min(0).max(99) }),
    data: nothing,
  },
} satisfies Calls;
