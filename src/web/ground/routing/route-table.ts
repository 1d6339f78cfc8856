import type { TranslationArea } from '../i18n/i18n.ts';

/**
 * Every page of the product, one row each: its paths, the module that renders it, and its rules. `routes.ts`
 * makes the router's routes from it, the shell reads the rules, and the sitemap lists the `listed` rows.
 */
export type PageRow = {
  /** The path and its aliases, without locale; `:name` is a parameter. */
  paths: readonly [string, ...string[]];
  /** The module below src/web. */
  page: string;
  layout: 'default' | 'aitutor';
  footer: boolean;
  /** Shows the floating back-to-top and contact buttons. */
  affix: boolean;
  /** Shows the bottom bar on a phone; a stepped form has its own buttons there. */
  bar: boolean;
  /** Requires the CSRF cookie; without it the visitor is sent to the localized home page. */
  gate: boolean;
  /** The page shows the same to every visitor despite the gate, so search engines may index it. */
  sameForAll?: boolean;
  /** Which session the logout button ends here. */
  logout: 'product' | 'ai';
  /** The target of a row that has no page of its own. Absolute targets are full page loads. */
  redirect?: string;
  /** Translations the page needs beside the common ones. */
  words?: TranslationArea | readonly TranslationArea[];
  /** The address itself is a secret: the page is not indexed, not cached, and analytics does not receive it. */
  secret?: boolean;
  /** Shown to a suspended person too; from every other page they are sent to the page on their account. */
  whileSuspended?: boolean;
  /** In the sitemap. */
  listed: boolean;
};

type RowOptions = Partial<Omit<PageRow, 'paths' | 'page'>>;

const row = (
  paths: PageRow['paths'] | string,
  page: string,
  {
    layout = 'default',
    footer = true,
    affix = true,
    bar = true,
    gate = false,
    logout = 'product',
    listed = false,
    ...rest
  }: RowOptions = {},
): PageRow => ({
  paths: typeof paths === 'string' ? [paths] : paths,
  page,
  layout,
  footer,
  affix,
  bar,
  gate,
  logout,
  listed,
  ...rest,
});

const chat = { layout: 'aitutor', footer: false, affix: false, logout: 'ai', words: 'chat' } as const;
const voice = { footer: false, affix: false, logout: 'ai', words: ['voice', 'chat-answer'] } as const;
const eraser = { affix: false, logout: 'ai', words: 'eraser' } as const;
const operatorPage = { affix: false, gate: true, words: 'operator' } as const;
const accountPage = { gate: true, words: ['me', 'login'] } as const;
// The floating buttons would cover the hearts and ticks of the cards.
const browse = { affix: false, words: 'market' } as const;
const formPage = { footer: false, affix: false, bar: false, gate: true, words: ['forms', 'login'] } as const;
const emailLink = { words: 'email', secret: true, whileSuspended: true } as const;
const clockIn = { footer: false, affix: false, gate: true, words: 'classes' } as const;

export const chatBases = ['/aitutor', '/aitutor2', '/gpt4o', '/gpto1', '/doubao1-5'] as const;
const voiceBases = ['/aitutor/voice', '/voice', '/assessment', '/realworld'] as const;
const withThread = (bases: readonly string[]) =>
  bases.map((base) => `${base}/:thread`) as [string, ...string[]];

export const routeTable: readonly PageRow[] = [
  row('/', 'domains/home/page.tsx', { listed: true }),

  row(chatBases, 'domains/chat/start.tsx', { ...chat, listed: true }),
  row(withThread(chatBases), 'domains/chat/conversation.tsx', chat),
  row(voiceBases, 'domains/voice/page.tsx', { ...voice, listed: true }),
  row(withThread(voiceBases), 'domains/voice/page.tsx', voice),

  row('/review', 'domains/practice/review.tsx', { words: 'practice', listed: true }),

  row('/clock-in', 'domains/classes/list.tsx', clockIn),
  row('/clock-in/:id', 'domains/classes/record/record.tsx', clockIn),

  row('/erase', 'domains/eraser/home.tsx', { ...eraser, listed: true }),
  row('/erase/download', 'domains/eraser/download.tsx', eraser),
  row('/erase/:view', 'domains/eraser/result.tsx', { ...eraser, footer: false, words: 'eraser-editor' }),
  row('/erase/list/:filter', 'domains/eraser/list.tsx', eraser),
  row('/test-paper', 'domains/eraser/papers.tsx', { words: 'eraser' }),
  row('/test-paper/:id', 'domains/eraser/paper.tsx', { words: 'eraser' }),
  row('/share', 'shell/redirect.tsx', { redirect: '/erase' }),
  row('/share/:code', 'domains/sharing/page.tsx'),

  row('/my-tutoring', 'domains/cases/my-tutoring.tsx', { gate: true, words: ['forms', 'interest'] }),
  row('/more-tutor-case', 'domains/market/list-page.tsx', { gate: true, sameForAll: true, words: 'market' }),
  row(['/tutors', '/cases'], 'domains/market/list-page.tsx', { ...browse, listed: true }),
  row('/tutors/compare', 'domains/market/compare/page.tsx', browse),
  row('/case/:id', 'domains/market/case-page.tsx', { words: 'market' }),
  row('/tutor/:id', 'domains/market/tutor-page.tsx', { words: 'market' }),
  row('/tutors/:district/:subject', 'domains/market/landing-page.tsx', { words: 'market' }),
  row('/message', 'domains/messages/page.tsx', accountPage),
  row('/message/:id', 'domains/messages/conversation-page.tsx', {
    ...accountPage,
    words: ['me', 'interest'],
    footer: false,
    affix: false,
  }),
  row('/me', 'domains/accounts/me.tsx', accountPage),
  row('/me/profile', 'domains/accounts/me-profile.tsx', accountPage),
  row('/me/notifications', 'domains/notifications/page.tsx', {
    ...accountPage,
    words: ['me', 'login', 'notify', 'email'],
  }),
  row('/me/number', 'domains/accounts/me-number.tsx', accountPage),
  row('/me/children', 'domains/accounts/me-children.tsx', accountPage),
  row('/me/sessions', 'domains/accounts/me-sessions.tsx', accountPage),
  row('/me/security', 'domains/accounts/me-security.tsx', accountPage),
  row('/me/privacy', 'domains/accounts/me-privacy.tsx', accountPage),
  row('/me/standing', 'domains/accounts/me-standing.tsx', { ...accountPage, whileSuspended: true }),
  row('/me/confirm-login', 'domains/accounts/me-confirm-login.tsx', { affix: false, words: 'me' }),
  row('/me/case/new', 'domains/cases/new-case.tsx', { ...formPage, gate: false }),
  row('/me/case/:id', 'domains/cases/edit-case.tsx', formPage),
  row('/me/case/:id/posted', 'domains/cases/posted-page.tsx', { gate: true, words: ['forms', 'matching'] }),
  row('/me/case/:id/tutors', 'domains/matching/tutors-page.tsx', {
    gate: true,
    words: ['matching', 'market'],
  }),
  row('/me/tutor', 'domains/tutors/page.tsx', formPage),
  row('/me/tutor/cases', 'domains/matching/cases-page.tsx', { gate: true, words: 'matching' }),
  row('/me/blocked', 'domains/safety/blocked-page.tsx', { gate: true, words: ['me', 'report'] }),
  row('/me/reports', 'domains/safety/reports-page.tsx', { gate: true, words: ['me', 'report'] }),
  row('/me/saved', 'domains/market/saved/page.tsx', {
    ...accountPage,
    affix: false,
    words: ['me', 'market'],
  }),
  row('/me/fees', 'domains/classes/fees/page.tsx', {
    ...accountPage,
    words: ['me', 'login', 'classes', 'fees'],
  }),
  row('/me/safety', 'domains/safety/timer-page.tsx', accountPage),
  row('/me/review/:id', 'domains/reviews/review-page.tsx', accountPage),
  row('/me/*', 'shell/not-found.tsx', { gate: true }),

  row('/operator', 'domains/operator/queue.tsx', operatorPage),
  row('/operator/queue/:id', 'domains/operator/queue-item.tsx', {
    ...operatorPage,
    words: ['operator', 'report'],
  }),
  row('/operator/users', 'domains/operator/users.tsx', operatorPage),
  row('/operator/users/:id', 'domains/operator/user.tsx', operatorPage),
  row('/operator/sms', 'domains/operator/sms.tsx', operatorPage),
  row('/operator/jobs', 'domains/operator/jobs.tsx', operatorPage),
  row('/operator/assistants', 'domains/operator/assistants.tsx', operatorPage),
  row('/operator/weather', 'domains/operator/weather.tsx', operatorPage),
  row('/operator/audit', 'domains/operator/audit.tsx', operatorPage),

  row('/safe/:code', 'domains/safety/page.tsx', { words: 'safety', secret: true }),

  row('/email/confirm', 'domains/notifications/confirm-email-page.tsx', emailLink),
  row('/email/unsubscribe', 'domains/notifications/unsubscribe-page.tsx', emailLink),

  row('/lost-number', 'domains/accounts/lost-number.tsx', { affix: false, words: ['me', 'login'] }),

  row('/logout_ai', 'domains/accounts/logout-ai.tsx', { whileSuspended: true }),

  row('/faq', 'domains/content/faq.tsx', { listed: true, whileSuspended: true }),
  row('/faq/:id', 'domains/content/faq-item.tsx', { whileSuspended: true }),
  row('/terms-conditions', 'domains/content/terms.tsx', { listed: true, whileSuspended: true }),
  row('/wx', 'domains/content/wx.tsx', { affix: false }),
  row('/more', 'shell/redirect.tsx', { redirect: '/' }),
  row('/error', 'shell/error.tsx', { whileSuspended: true }),
];
