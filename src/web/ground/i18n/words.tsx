import { createContext, type ReactNode, use } from 'react';
import type { Translate } from './i18n.ts';

const WordsContext = createContext<Translate | undefined>(undefined);

/** The words of the page's language. A page has one language from load to load, so nothing ever has to be told of a change. */
export function WordsProvider({ t, children }: { t: Translate; children: ReactNode }) {
  return <WordsContext value={t}>{children}</WordsContext>;
}

export function useWords(): Translate {
  const t = use(WordsContext);
  if (!t) throw new Error('useWords needs a WordsProvider around it');
  return t;
}
