import type { Locale } from '#shared/locale.ts';

/** Words of our own for what has no notice, and for several events together. Nothing of what people wrote. */
export const deliveryWords = {
  'zh-Hant': {
    name: '明師',
    lang: 'zh-Hant-HK',
    messages: (count: number) => (count === 1 ? '你有一則新訊息' : `你有 ${count} 則新訊息`),
    messageText: '登入後便可閱讀和回覆。',
    several: (count: number) => `你有 ${count} 則新通知`,
  },
  en: {
    name: 'Mingshi',
    lang: 'en-HK',
    messages: (count: number) => (count === 1 ? 'You have a new message' : `You have ${count} new messages`),
    messageText: 'Log in to read it and answer.',
    several: (count: number) => `You have ${count} new notices`,
  },
} as const satisfies Record<Locale, unknown>;
