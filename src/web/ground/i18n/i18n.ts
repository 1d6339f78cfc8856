import type { Locale } from '#shared/locale.ts';
import type { zhHant } from './all-translations.ts';

/** Translations that only some pages or sheets need; the route table and `withWords` say which. */
export type TranslationArea =
  | 'login'
  | 'me'
  | 'email'
  | 'forms'
  | 'operator'
  | 'notify'
  | 'market'
  | 'matching'
  | 'interest'
  | 'classes'
  | 'plan'
  | 'fees'
  | 'safety'
  | 'report'
  | 'practice'
  | 'eraser'
  | 'eraser-editor'
  | 'chat'
  | 'chat-answer'
  | 'voice';
export type Messages = typeof zhHant;

type KeysOf<Words, Prefix extends string = ''> = {
  [Name in keyof Words & string]: Words[Name] extends string
    ? `${Prefix}${Name}`
    : KeysOf<Words[Name], `${Prefix}${Name}.`>;
}[keyof Words & string];

/** `t('faq.found', { count, search })`: the translation of a key, with values for its {{placeholders}}. */
export type Translate = (key: KeysOf<Messages>, values?: Record<string, string | number>) => string;

const catalogues: Record<Locale, Map<string, string>> = { 'zh-Hant': new Map(), en: new Map() };

const translators: Record<Locale, Translate> = {
  'zh-Hant': translateFrom(catalogues['zh-Hant']),
  en: translateFrom(catalogues.en),
};

/** A key without a translation is returned as it is. */
function translateFrom(catalogue: Map<string, string>): Translate {
  return (key, values) => {
    const found = catalogue.get(key) ?? key;
    return values ? found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')) : found;
  };
}

/** Translates outside React, such as a page's title. Undefined until the locale's translations are loaded. */
export const translator = (locale: Locale) => (catalogues[locale].size > 0 ? translators[locale] : undefined);

/** Adds translations to a locale and returns its translator. */
export function addTranslations(locale: Locale, ...words: object[]): Translate {
  for (const some of words) for (const [key, word] of flatten(some)) catalogues[locale].set(key, word);
  return translators[locale];
}

function* flatten(words: object, prefix = ''): Generator<[string, string]> {
  for (const [name, word] of Object.entries(words))
    if (typeof word === 'string') yield [prefix + name, word];
    else yield* flatten(word, `${prefix}${name}.`);
}
