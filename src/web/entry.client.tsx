import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { resumeInterruptedNavigation } from './build-watch.ts';
import { loadWords } from './i18n-load.ts';
import { rowOf, splitLocale } from './rules.ts';
import { StillReader } from './shell/still.tsx';
import { StylesProvider, stylesOfDocument } from './styles.tsx';
import { WordsProvider } from './words.tsx';

resumeInterruptedNavigation();
const { locale, path } = splitLocale(location.pathname);
// Without them the page stays as the server drew it, and its links and forms work.
const t = await loadWords(locale, rowOf(path)?.words);
const styles = stylesOfDocument();
if (t)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <StylesProvider styles={styles}>
          <WordsProvider t={t}>
            <StillReader>
              <HydratedRouter />
            </StillReader>
          </WordsProvider>
        </StylesProvider>
      </StrictMode>,
    );
  });
