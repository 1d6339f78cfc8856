import { createContext, type ReactNode, use } from 'react';
import type { Translate } from './i18n.ts';

const WordsContext = createContext<Translate | undefined>(undefined);

/**
 * Provides the page's translations. The language changes only with a full page load, so consumers need no
 * updates.
 */
export function TranslateProvider({ t, children }: { t: Translate; children: ReactNode }) {
  return <WordsContext value={t}>{children}</WordsContext>;
}

export function useTranslate(): Translate {
  const t = use(WordsContext);
  if (!t) throw new Error('useWords needs a WordsProvider around it');
  return t;
}
