import type { Locale } from '#shared/locale.ts';
import { defaultLocale } from '#shared/locale.ts';
import type { PushPayload } from '#shared/push.ts';

const words = {
  'zh-Hant': {
    title: '明師',
    message: (count: number) => (count === 1 ? '您有一則新訊息' : `您有 ${count} 則新訊息`),
    notice: (count: number) => (count === 1 ? '您有一則新通知' : `您有 ${count} 則新通知`),
    lang: 'zh-Hant-HK',
  },
  en: {
    title: 'Mingshi',
    message: (count: number) => (count === 1 ? 'You have a new message' : `You have ${count} new messages`),
    notice: (count: number) => (count === 1 ? 'You have a new notice' : `You have ${count} new notices`),
    lang: 'en-HK',
  },
} as const;

/** What shows on a locked screen: that there is something, never from whom or what. */
export function payloadOf(locale: Locale, conversation: number | null, count: number): PushPayload {
  const { title, lang, ...say } = words[locale];
  const path = conversation === null ? '/message?show=notices' : `/message/${conversation}`;
  return {
    title,
    body: conversation === null ? say.notice(count) : say.message(count),
    path: locale === defaultLocale ? path : `/${locale}${path}`,
    tag: topicOf(conversation),
    lang,
  };
}

/** A later one of the same topic takes the place of one that was not delivered yet. */
export const topicOf = (conversation: number | null) =>
  conversation === null ? 'notices' : `m${conversation}`;
