import type { Delivery, DeliveryItem } from '#server/domains/delivery/channel.ts';
import { dayOf, formatShortDay, formatShortTime } from '#shared/hong-kong.ts';
import { defaultLocale, type Locale } from '#shared/locale.ts';
import type { DeliveryTopic } from '#shared/notices/delivery-rules.ts';
import { topicNames } from '#shared/notices/topic-names.ts';
import type { Letter } from './letter.ts';

/** The address of a page in a language; undefined for whatever is no page of ours. */
export function pageUrl(origin: string, locale: Locale, path: string) {
  if (!/^\/(?![/\\])/.test(path)) return undefined;
  const url = new URL(locale === defaultLocale ? path : `/${locale}${path}`, origin);
  return url.origin === new URL(origin).origin ? url.href : undefined;
}

type DeliveryParts = { origin: string; topic: DeliveryTopic | 'all'; unsubscribeUrl: string };

/** One event, several that came together, or the digest of a day. */
export function deliveryLetter(delivery: Delivery, { origin, topic, unsubscribeUrl }: DeliveryParts): Letter {
  const { locale, items, isDigest } = delivery;
  const say = words[locale];
  const [first] = items;
  if (!first) throw new Error('a delivery without items was given to be sent');
  const isOne = items.length === 1 && !isDigest;
  const urlOf = ({ path }: DeliveryItem) => (path === null ? undefined : pageUrl(origin, locale, path));
  const heading = isDigest
    ? say.digest(formatShortDay(dayOf(items.at(-1)?.at ?? first.at), locale))
    : isOne
      ? first.title
      : say.several(items.length);
  const inbox = pageUrl(origin, locale, '/message?show=notices') ?? origin;
  return {
    locale,
    subject: isOne ? first.title : `${heading}${say.colon}${first.title}`,
    preview: [first.about, first.text].filter(Boolean).join(' · '),
    heading,
    intro: isDigest ? say.digestIntro(items.length) : undefined,
    parts: items.map((item) => {
      const url = isOne ? undefined : urlOf(item);
      return {
        title: item.title,
        about: item.about ?? undefined,
        text: item.text,
        when: say.when(formatShortTime(item.at, locale)),
        link: url ? { label: item.title, url } : undefined,
      };
    }),
    button: { label: isOne ? say.open : say.openAll, url: (isOne && urlOf(first)) || inbox },
    notes: [],
    footer: {
      text: say.why,
      links: [
        { label: say.settings, url: pageUrl(origin, locale, '/me/notifications') ?? origin },
        { label: topic === 'all' ? say.stopAll : say.stop(topicNames[topic][locale]), url: unsubscribeUrl },
      ],
    },
  };
}

type Verification = { code: string; confirmUrl: string; minutes: number; locale: Locale; origin: string };

export function verificationLetter({ code, confirmUrl, minutes, locale, origin }: Verification): Letter {
  const say = words[locale];
  return {
    locale,
    subject: say.verifySubject(code),
    preview: say.verifyIntro,
    heading: say.verifyHeading,
    intro: say.verifyIntro,
    code,
    parts: [],
    button: { label: say.confirm, url: confirmUrl },
    notes: [say.verifyTime(minutes), say.verifyIgnore],
    footer: {
      text: say.verifyWhy,
      links: [{ label: say.site, url: pageUrl(origin, locale, '/') ?? origin }],
    },
  };
}

const words = {
  'zh-Hant': {
    colon: '：',
    several: (count: number) => `你有 ${count} 則新通知`,
    digest: (day: string) => `${day}的摘要`,
    digestIntro: (count: number) => `不急的消息合成一封，共 ${count} 則：`,
    when: (time: string) => `消息時間：${time}`,
    open: '在明師查看',
    openAll: '查看全部通知',
    why: '你收到這封電郵，因為你在明師登記了這個地址接收通知。',
    settings: '通知設定',
    stop: (topic: string) => `不再以電郵接收「${topic}」的通知`,
    stopAll: '不再接收電郵通知',
    verifySubject: (code: string) => `${code} 是你的明師驗證碼`,
    verifyHeading: '確認你的電郵地址',
    verifyIntro: '請在明師輸入以下驗證碼，或按下面的按鈕確認。',
    confirm: '確認這個地址',
    verifyTime: (minutes: number) => `驗證碼和連結 ${minutes} 分鐘內有效。`,
    verifyIgnore: '如果不是你要求的，不用理會這封電郵；未經確認，我們不會寄出任何通知。',
    verifyWhy: '有人在明師輸入了這個地址來接收通知。',
    site: '前往明師',
  },
  en: {
    colon: ': ',
    several: (count: number) => `${count} new notices for you`,
    digest: (day: string) => `Your summary of ${day}`,
    digestIntro: (count: number) => `What could wait, in one mail (${count}):`,
    when: (time: string) => `News of ${time}`,
    open: 'View on Mingshi',
    openAll: 'See all notices',
    why: 'You get this because you gave this address to Mingshi, to be told by e-mail.',
    settings: 'Notification settings',
    stop: (topic: string) => `Stop e-mail about ${topic}`,
    stopAll: 'Stop all e-mail',
    verifySubject: (code: string) => `${code} is your Mingshi code`,
    verifyHeading: 'Confirm your e-mail address',
    verifyIntro: 'Enter this code on Mingshi, or confirm with the button below.',
    confirm: 'Confirm this address',
    verifyTime: (minutes: number) => `The code and the link are good for ${minutes} minutes.`,
    verifyIgnore:
      'If you did not ask for this, ignore it: nothing is sent to an address that is not confirmed.',
    verifyWhy: 'Somebody entered this address on Mingshi to be told by e-mail.',
    site: 'Go to Mingshi',
  },
} as const;
