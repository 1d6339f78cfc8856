import { z } from 'zod';
import type { Calls } from './call.ts';
import { listOf, paging } from './envelope.ts';
import type { Locale } from './locale.ts';

type Words = { title: string; text: string };
type NoticeKind<Params extends z.ZodObject = z.ZodObject> = {
  /** Codes, counts and dates only: what is written here stays with the notice. */
  params: Params;
  words: Record<Locale, (params: z.output<Params>) => Words>;
};

const kind = <Params extends z.ZodObject>(declared: NoticeKind<Params>) => declared;

const quotaUnits = {
  paper: { 'zh-Hant': '頁試卷', en: 'pages of papers' },
  assistant: { 'zh-Hant': '個 AI 訊息', en: 'AI messages' },
  voice: { 'zh-Hant': '秒語音時間', en: 'seconds of voice' },
} as const;
const QuotaFamily = z.enum(Object.keys(quotaUnits) as (keyof typeof quotaUnits)[]);

/** Everything a person may be told, as plain text. A domain adds its kinds here. */
export const noticeKinds = {
  quota_granted: kind({
    params: z.object({ family: QuotaFamily, amount: z.int().nullable() }),
    words: {
      'zh-Hant': ({ family, amount }) => ({
        title: '您的用量增加了',
        text:
          amount === null
            ? `${quotaUnits[family]['zh-Hant']}現已不設上限。`
            : `您獲得 ${amount} ${quotaUnits[family]['zh-Hant']}，現在就可以使用。`,
      }),
      en: ({ family, amount }) => ({
        title: 'Your allowance has grown',
        text:
          amount === null
            ? `There is no limit on ${quotaUnits[family].en} now.`
            : `You have been given ${amount} ${quotaUnits[family].en}, ready to use.`,
      }),
    },
  }),
  ban_lifted: kind({
    params: z.object({}),
    words: {
      'zh-Hant': () => ({ title: '帳戶已恢復', text: '您的號碼已可再次登入，感謝您的耐心。' }),
      en: () => ({
        title: 'Your account is back',
        text: 'Your number may log in again. Thank you for your patience.',
      }),
    },
  }),
} as const satisfies Record<string, NoticeKind<never> | NoticeKind>;

export type NoticeKindName = keyof typeof noticeKinds;
export type NoticeParams<K extends NoticeKindName> = z.input<(typeof noticeKinds)[K]['params']>;
/** A kind with the params that belong to it. */
export type NoticeContent = { [K in NoticeKindName]: { kind: K; params: NoticeParams<K> } }[NoticeKindName];

export const isNoticeKind = (name: string): name is NoticeKindName => Object.hasOwn(noticeKinds, name);

/** The words of a notice in a language. */
export function noticeWords(name: NoticeKindName, params: unknown, locale: Locale): Words {
  const declared = noticeKinds[name] as unknown as NoticeKind;
  return declared.words[locale](declared.params.parse(params));
}

export const Notice = z
  .object({
    id: z.int(),
    kind: z.string(),
    title: z.string(),
    text: z.string(),
    told_at: z.iso.datetime(),
    is_read: z.boolean(),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof Notice>;

const UnreadCount = z.object({ unread_count: z.int() });

export const messageCalls = {
  'GET /api/users/notices': {
    summary: 'What the product has told the caller, the latest first',
    audience: 'user',
    query: z.object(paging()),
    data: listOf(Notice),
  },
  'PUT /api/users/notices/{id}/read': {
    summary: 'Mark one as read',
    audience: 'user',
    params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    data: UnreadCount,
  },
  'GET /api/users/notices/unread_count': {
    summary: 'How many are not read yet',
    audience: 'user',
    data: UnreadCount,
  },
} satisfies Calls;
