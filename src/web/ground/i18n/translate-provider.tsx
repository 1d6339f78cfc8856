import { createContext, type ReactNode, use } from 'react';
import type { Translate } from './i18n.ts';

const TranslateContext = createContext<Translate | undefined>(undefined);

/**
 * Provides the page's translations. The language changes only with a full page load, so consumers need no
 * updates.
 */
export function TranslateProvider({ t, children }: { t: Translate; children: ReactNode }) {
  return <TranslateContext value={t}>{children}</TranslateContext>;
}

export function useTranslate(): Translate {
  const t = use(TranslateContext);
  if (!t) throw new Error('useTranslate needs a TranslateProvider around it');
  return t;
}
