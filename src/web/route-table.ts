import type { WordsArea } from './i18n.ts';

/**
 * Every page of the product, one row each: where it is, which module draws it, and the rules that hold there.
 * `routes.ts` makes the router's routes from it, the shell reads its rules, the sitemap lists what is `listed`.
 */
export type PageRow = {
  /** The path and its aliases, without locale; `:name` is a parameter. */
  paths: readonly [string, ...string[]];
  /** The module below src/web. */
  page: string;
  layout: 'default' | 'aitutor';
  footer: boolean;
  /** Floating back-to-top and contact. */
  affix: boolean;
  /** Needs the CSRF cookie; without it the visitor goes to the localized home page. */
  gate: boolean;
  /** Behind the gate everybody sees the same here, so there is nothing to keep out of a search engine. */
  sameForAll?: boolean;
  /** Whose session logging out here ends. */
  logout: 'product' | 'ai';
  /** Where the row leads instead of showing a page. Absolute targets are full page loads. */
  redirect?: string;
  /** Words the page needs beside those of every page. */
  words?: WordsArea | readonly WordsArea[];
  /** Its address is a secret: it is not listed, not kept by anybody, and no analytics hears of it. */
  secret?: boolean;
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
  gate,
  logout,
  listed,
  ...rest,
});

const chat = { layout: 'aitutor', footer: false, affix: false, logout: 'ai', words: 'chat' } as const;
const voice = { footer: false, affix: false, logout: 'ai', words: ['voice', 'chat-answer'] } as const;
const eraser = { affix: false, logout: 'ai', words: 'eraser' } as const;
const desk = { affix: false, gate: true, words: 'operator' } as const;
const own = { gate: true, words: 'me' } as const;
const form = { footer: false, affix: false, gate: true, words: 'forms' } as const;
const clockIn = { footer: false, affix: false, gate: true, words: 'classes' } as const;

export const chatBases = ['/aitutor', '/aitutor2', '/gpt4o', '/gpto1', '/doubao1-5'] as const;
export const voiceBases = ['/aitutor/voice', '/voice', '/assessment', '/realworld'] as const;
const withThread = (bases: readonly string[]) =>
  bases.map((base) => `${base}/:thread`) as [string, ...string[]];

export const routeTable: readonly PageRow[] = [
  row('/', 'home/page.tsx', { listed: true }),

  row(chatBases, 'chat/start.tsx', { ...chat, listed: true }),
  row(withThread(chatBases), 'chat/conversation.tsx', chat),
  row(voiceBases, 'voice/page.tsx', { ...voice, listed: true }),
  row(withThread(voiceBases), 'voice/page.tsx', voice),

  row('/review', 'practice/review.tsx', { words: 'practice', listed: true }),

  row('/clock-in', 'classes/list.tsx', clockIn),
  row('/clock-in/:id', 'classes/record.tsx', clockIn),

  row('/erase', 'eraser/home.tsx', { ...eraser, listed: true }),
  row('/erase/download', 'eraser/download.tsx', eraser),
  row('/erase/:view', 'eraser/result.tsx', { ...eraser, footer: false, words: 'eraser-editor' }),
  row('/erase/list/:filter', 'eraser/list.tsx', eraser),
  row('/test-paper', 'eraser/papers.tsx', { words: 'eraser' }),
  row('/test-paper/:id', 'eraser/paper.tsx', { words: 'eraser' }),
  row('/share', 'shell/redirect.tsx', { redirect: '/erase' }),
  row('/share/:code', 'sharing/page.tsx'),

  row('/my-tutoring', 'cases/my-tutoring.tsx', { gate: true, words: 'forms' }),
  row('/more-tutor-case', 'market/list-page.tsx', { gate: true, sameForAll: true, words: 'market' }),
  row('/case/:id', 'market/case-page.tsx', { words: 'market' }),
  row('/tutor/:id', 'market/tutor-page.tsx', { words: 'market' }),
  row('/tutors/:district/:subject', 'market/landing-page.tsx', { words: 'market' }),
  row('/message', 'messages/page.tsx', own),
  row('/message/:id', 'messages/conversation-page.tsx', { ...own, footer: false, affix: false }),
  row('/me', 'accounts/me.tsx', own),
  row('/me/profile', 'accounts/me-profile.tsx', own),
  row('/me/children', 'accounts/me-children.tsx', own),
  row('/me/sessions', 'accounts/me-sessions.tsx', own),
  row('/me/security', 'accounts/me-security.tsx', own),
  row('/me/privacy', 'accounts/me-privacy.tsx', own),
  row('/me/confirm-login', 'accounts/me-confirm-login.tsx', { words: 'me' }),
  row('/me/case/new', 'cases/new-case.tsx', form),
  row('/me/case/:id', 'cases/edit-case.tsx', form),
  row('/me/case/:id/tutors', 'matching/tutors-page.tsx', { gate: true, words: 'matching' }),
  row('/me/tutor', 'tutors/page.tsx', form),
  row('/me/tutor/cases', 'matching/cases-page.tsx', { gate: true, words: 'matching' }),
  row('/me/safety', 'safety/timer-page.tsx', own),
  row('/me/review/:id', 'reviews/review-page.tsx', own),
  row('/me/*', 'shell/not-found.tsx', { gate: true }),

  row('/operator', 'operator/queue.tsx', desk),
  row('/operator/queue/:id', 'operator/queue-item.tsx', desk),
  row('/operator/users', 'operator/users.tsx', desk),
  row('/operator/users/:id', 'operator/user.tsx', desk),
  row('/operator/sms', 'operator/sms.tsx', desk),
  row('/operator/jobs', 'operator/jobs.tsx', desk),
  row('/operator/assistants', 'operator/assistants.tsx', desk),
  row('/operator/weather', 'operator/weather.tsx', desk),
  row('/operator/audit', 'operator/audit.tsx', desk),

  row('/safe/:code', 'safety/page.tsx', { words: 'safety', secret: true }),

  row('/logout_ai', 'accounts/logout-ai.tsx'),

  row('/faq', 'content/faq.tsx', { listed: true }),
  row('/faq/:id', 'content/faq-item.tsx'),
  row('/terms-conditions', 'content/terms.tsx', { listed: true }),
  row('/wx', 'content/wx.tsx', { affix: false }),
  row('/more', 'shell/redirect.tsx', { redirect: '/' }),
  row('/error', 'shell/error.tsx'),
];
