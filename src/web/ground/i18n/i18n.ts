import type { Locale } from '#shared/locale.ts';
import type { zhHant } from './all-words.ts';

/** Words that only some pages need; the route table says which. */
export type WordsArea =
  | 'me'
  | 'forms'
  | 'operator'
  | 'market'
  | 'matching'
  | 'classes'
  | 'safety'
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

/** `t('faq.found', { count, search })`: words by their key, with values for their {{places}}. */
export type Translate = (key: KeysOf<Messages>, values?: Record<string, string | number>) => string;

const books: Record<Locale, Map<string, string>> = { 'zh-Hant': new Map(), en: new Map() };

const translators: Record<Locale, Translate> = {
  'zh-Hant': translateFrom(books['zh-Hant']),
  en: translateFrom(books.en),
};

/** A key without words shows itself. */
function translateFrom(book: Map<string, string>): Translate {
  return (key, values) => {
    const found = book.get(key) ?? key;
    return values ? found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')) : found;
  };
}

/** Words outside React, such as a page's title. Undefined while the locale's words are not here. */
export const translator = (locale: Locale) => (books[locale].size > 0 ? translators[locale] : undefined);

/** Adds to the words of a locale, and gives its translator. */
export function addWords(locale: Locale, ...words: object[]): Translate {
  for (const some of words) for (const [key, word] of flatten(some)) books[locale].set(key, word);
  return translators[locale];
}

function* flatten(words: object, prefix = ''): Generator<[string, string]> {
  for (const [name, word] of Object.entries(words))
    if (typeof word === 'string') yield [prefix + name, word];
    else yield* flatten(word, `${prefix}${name}.`);
}
