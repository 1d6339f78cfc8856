import type { Locale } from '#shared/locale.ts';
import type zhHant from './locales/zh-Hant.json';

export type Messages = typeof zhHant;

type KeysOf<Words, Prefix extends string = ''> = {
  [Name in keyof Words & string]: Words[Name] extends string
    ? `${Prefix}${Name}`
    : KeysOf<Words[Name], `${Prefix}${Name}.`>;
}[keyof Words & string];

/** `t('faq.found', { count, search })`: words by their key, with values for their {{places}}. */
export type Translate = (key: KeysOf<Messages>, values?: Record<string, string | number>) => string;

const translators = new Map<Locale, Translate>();

/** Words outside React, such as a page's title. Undefined while the locale's words are not here. */
export const translator = (locale: Locale) => translators.get(locale);

/** Makes the translator of a locale from its words. A key without words shows itself. */
export function addLocale(locale: Locale, words: Messages): Translate {
  const known = new Map(flatten(words));
  const translate: Translate = (key, values) => {
    const found = known.get(key) ?? key;
    return values ? found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')) : found;
  };
  translators.set(locale, translate);
  return translate;
}

function* flatten(words: object, prefix = ''): Generator<[string, string]> {
  for (const [name, word] of Object.entries(words))
    if (typeof word === 'string') yield [prefix + name, word];
    else yield* flatten(word, `${prefix}${name}.`);
}
