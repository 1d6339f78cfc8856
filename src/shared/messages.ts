import { z } from 'zod';
import type { Calls } from './call.ts';
import { listOf, paging } from './envelope.ts';
import { rowId } from './form-fields.ts';
import type { Locale } from './locale.ts';
import { accountNotices } from './notices/account.ts';
import { classNotices } from './notices/classes.ts';
import { eraserNotices } from './notices/eraser.ts';
import { interestNotices } from './notices/interest.ts';
import { kind, type NoticeKind, type NoticeLinks, type NoticeWords } from './notices/notice-kind.ts';
import { numberNotices } from './notices/numbers.ts';
import { planNotices } from './notices/plan.ts';
import { reportNotices } from './notices/reports.ts';
import { standingNotices } from './notices/standing.ts';
import { trustNotices } from './notices/trust.ts';

const quotaUnits = {
  paper: { 'zh-Hant': '頁試卷', en: 'pages of papers' },
  assistant: { 'zh-Hant': '個 AI 訊息', en: 'AI messages' },
  voice: { 'zh-Hant': '秒語音時間', en: 'seconds of voice' },
} as const;
const quotaNames = {
  paper: { 'zh-Hant': '試卷擦除', en: 'the paper eraser' },
  assistant: { 'zh-Hant': 'AI 導師', en: 'the AI tutor' },
  voice: { 'zh-Hant': '口語導師', en: 'the voice tutor' },
} as const;
const QuotaFamily = z.enum(Object.keys(quotaUnits) as (keyof typeof quotaUnits)[]);
const quotaPages = { paper: '/erase', assistant: '/aitutor', voice: '/voice' } as const;

const evidenceNames = {
  student_card: { 'zh-Hant': '學生證', en: 'student card' },
  exam_results: { 'zh-Hant': '公開試成績', en: 'public exam results' },
  transcript: { 'zh-Hant': '成績單', en: 'transcript' },
  certificate: { 'zh-Hant': '證書', en: 'certificate' },
  teacher_registration: { 'zh-Hant': '教師註冊證明', en: 'teacher registration' },
  other: { 'zh-Hant': '文件', en: 'document' },
} as const;
const EvidenceName = z.enum(Object.keys(evidenceNames) as (keyof typeof evidenceNames)[]);

/** Every kind of notice, with its text in both languages. A domain adds its kinds here. */
export const noticeKinds = {
  quota_granted: kind(
    z.object({ family: QuotaFamily, amount: z.int().nullable() }),
    ({ family, amount }) => ({
      title: '你的用量增加了',
      text:
        amount === null
          ? `你現在可以無限量使用「${quotaNames[family]['zh-Hant']}」。`
          : `你獲得 ${amount} ${quotaUnits[family]['zh-Hant']}，現在就可以使用。`,
    }),
    ({ family, amount }) => ({
      title: 'Your allowance has grown',
      text:
        amount === null
          ? `You may now use ${quotaNames[family].en} without limit.`
          : `You have been given ${amount} ${quotaUnits[family].en}, ready to use.`,
    }),
    ({ family }) => quotaPages[family],
  ),
  evidence_verified: kind(
    z.object({ evidence: EvidenceName }),
    ({ evidence }) => ({
      title: '證明文件已核實',
      text: `你的${evidenceNames[evidence]['zh-Hant']}已通過核實，家長會看到核實標記。`,
    }),
    ({ evidence }) => ({
      title: 'Your evidence is verified',
      text: `We have verified your ${evidenceNames[evidence].en}; parents now see the mark.`,
    }),
    '/me/tutor',
  ),
  evidence_refused: kind(
    z.object({ evidence: EvidenceName }),
    ({ evidence }) => ({
      title: '證明文件未獲接納',
      text: `你的${evidenceNames[evidence]['zh-Hant']}未能核實。請上載清晰、完整而有效的文件再試。`,
    }),
    ({ evidence }) => ({
      title: 'Your evidence was not accepted',
      text: `We could not verify your ${evidenceNames[evidence].en}. Please try again with a clear, whole and valid document.`,
    }),
    '/me/tutor',
  ),
  photo_removed: kind(
    z.object({}),
    () => ({
      title: '導師相片已被移除',
      text: '營運人員移除了你的導師相片，家長現在看到你選的畫像或姓氏。你可以在導師資料換上另一張，相片須是你本人。',
    }),
    () => ({
      title: 'Your tutor photo was removed',
      text: 'An operator removed your tutor photo; parents now see your drawn portrait or surname. You can add another one to your tutor profile. It has to show you.',
    }),
    '/me/tutor',
  ),
  ...accountNotices,
  ...numberNotices,
  ...interestNotices,
  ...classNotices,
  ...planNotices,
  ...standingNotices,
  ...trustNotices,
  ...eraserNotices,
  ...reportNotices,
} as const satisfies Record<string, NoticeKind<never> | NoticeKind>;

export type NoticeKindName = keyof typeof noticeKinds;
export type NoticeParams<K extends NoticeKindName> = z.input<(typeof noticeKinds)[K]['params']>;
/** A kind with its own params. */
export type NoticeContent = { [K in NoticeKindName]: { kind: K; params: NoticeParams<K> } }[NoticeKindName];

export const isNoticeKind = (name: string): name is NoticeKindName => Object.hasOwn(noticeKinds, name);

/** The title and text of a notice in one language. */
export function noticeWords(name: NoticeKindName, params: unknown, locale: Locale): NoticeWords {
  const declared = noticeKinds[name] as unknown as NoticeKind;
  return declared.words[locale](declared.params.parse(params));
}

/** The page that a notice speaks of, without a language. */
export function noticePage(name: NoticeKindName, params: unknown, links: NoticeLinks): string {
  const declared = noticeKinds[name] as unknown as NoticeKind;
  return declared.page(declared.params.parse(params), links);
}

export const Notice = z
  .object({
    id: z.int(),
    kind: z.string(),
    title: z.string(),
    text: z.string(),
    about: z
      .string()
      .nullable()
      .describe(
        'the grade and subjects of the case it is about, for its owner with the nickname of the child; or the title of the own paper',
      ),
    person: z
      .string()
      .nullable()
      .describe(
        'the other side as far as the reader may know: of a tutor the surname until both share contacts',
      ),
    lesson_at: z.iso.datetime().nullable().describe('when the lesson that it is about begins or began'),
    group: z.string().describe('the same for notices about the same lesson, class or case'),
    told_at: z.iso.datetime(),
    is_read: z.boolean(),
    path: z.string().nullable().describe('the page it is about, without a language'),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof Notice>;

/** What the product told on one day about one lesson, class or case; about anything else, each is alone. */
export const NoticeGroup = z
  .object({
    key: z.string(),
    day: z.iso.date().describe('in Hong Kong'),
    unread_count: z.int(),
    notices: z.array(Notice).min(1).describe('the latest first'),
  })
  .meta({ id: 'NoticeGroup' });
export type NoticeGroup = z.infer<typeof NoticeGroup>;

const UnreadCount = z.object({ unread_count: z.int() });
/** More than one page of groups shows. */
const mostMarked = 1000;

export const messageCalls = {
  'GET /api/users/notices': {
    summary: 'What the product has told the caller, the latest first',
    audience: 'user',
    query: z.object(paging()),
    data: listOf(Notice),
  },
  'GET /api/users/notice_groups': {
    summary: 'The same by day and by lesson, class or case; a group is never cut by a page',
    audience: 'user',
    query: z.object(paging()),
    data: listOf(NoticeGroup).extend({ unread_count: z.int().describe('on all pages') }),
  },
  'PUT /api/users/notices/{id}/read': {
    summary: 'Mark one as read',
    audience: 'user',
    params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    data: UnreadCount,
  },
  'PUT /api/users/notices/read': {
    summary: 'Mark this one and all before it, or these, as read',
    audience: 'user',
    body: z.union([z.object({ up_to: rowId }), z.object({ ids: z.array(rowId).min(1).max(mostMarked) })]),
    data: UnreadCount,
  },
  'GET /api/users/notices/unread_count': {
    summary: 'How many are not read yet',
    audience: 'user',
    data: UnreadCount,
  },
} satisfies Calls;
