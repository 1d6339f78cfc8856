import type { Locale } from '#shared/locale.ts';
import { addTranslations, type TranslationArea } from './i18n.ts';

type Load = () => Promise<{ default: object }>;

const both =
  (one: Load, other: Load): Load =>
  async () => {
    const [first, second] = await Promise.all([one(), other()]);
    return { default: { ...first.default, ...second.default } };
  };

const files: Record<Locale, Record<'everywhere' | TranslationArea, Load>> = {
  'zh-Hant': {
    everywhere: () => import('./locales/zh-Hant.json'),
    login: () => import('./locales/zh-Hant.login.json'),
    me: () => import('./locales/zh-Hant.me.json'),
    email: () => import('./locales/zh-Hant.email.json'),
    forms: () => import('./locales/zh-Hant.forms.json'),
    operator: () => import('./locales/zh-Hant.operator.json'),
    notify: () => import('./locales/zh-Hant.notify.json'),
    market: () => import('./locales/zh-Hant.market.json'),
    matching: () => import('./locales/zh-Hant.matching.json'),
    interest: () => import('./locales/zh-Hant.interest.json'),
    classes: () => import('./locales/zh-Hant.classes.json'),
    plan: () => import('./locales/zh-Hant.plan.json'),
    fees: () => import('./locales/zh-Hant.fees.json'),
    safety: () => import('./locales/zh-Hant.safety.json'),
    report: () => import('./locales/zh-Hant.report.json'),
    practice: () => import('./locales/zh-Hant.practice.json'),
    eraser: () => import('./locales/zh-Hant.eraser.json'),
    'eraser-editor': () => import('./locales/zh-Hant.eraser-editor.json'),
    // A conversation page also renders answers.
    chat: both(
      () => import('./locales/zh-Hant.chat.json'),
      () => import('./locales/zh-Hant.chat-answer.json'),
    ),
    'chat-answer': () => import('./locales/zh-Hant.chat-answer.json'),
    voice: () => import('./locales/zh-Hant.voice.json'),
  },
  en: {
    everywhere: () => import('./locales/en.json'),
    login: () => import('./locales/en.login.json'),
    me: () => import('./locales/en.me.json'),
    email: () => import('./locales/en.email.json'),
    forms: () => import('./locales/en.forms.json'),
    operator: () => import('./locales/en.operator.json'),
    notify: () => import('./locales/en.notify.json'),
    market: () => import('./locales/en.market.json'),
    matching: () => import('./locales/en.matching.json'),
    interest: () => import('./locales/en.interest.json'),
    classes: () => import('./locales/en.classes.json'),
    plan: () => import('./locales/en.plan.json'),
    fees: () => import('./locales/en.fees.json'),
    safety: () => import('./locales/en.safety.json'),
    report: () => import('./locales/en.report.json'),
    practice: () => import('./locales/en.practice.json'),
    eraser: () => import('./locales/en.eraser.json'),
    'eraser-editor': () => import('./locales/en.eraser-editor.json'),
    // A conversation page also renders answers.
    chat: both(
      () => import('./locales/en.chat.json'),
      () => import('./locales/en.chat-answer.json'),
    ),
    'chat-answer': () => import('./locales/en.chat-answer.json'),
    voice: () => import('./locales/en.voice.json'),
  },
};

/** Loads the translations of a locale with those of some areas. A failure is logged and returns undefined. */
export async function loadTranslations(
  locale: Locale,
  areas: TranslationArea | readonly TranslationArea[] = [],
) {
  try {
    const { everywhere } = files[locale];
    const loaded = await Promise.all([everywhere(), ...[areas].flat().map((area) => files[locale][area]())]);
    return addTranslations(locale, ...loaded.map((file) => file.default));
  } catch (error) {
    console.error(`應用層錯誤: locale ${locale} did not load`, error);
  }
}
