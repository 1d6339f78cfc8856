import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadTranslations } from '#web/ground/i18n/load.ts';
import { TranslateProvider } from '#web/ground/i18n/translate-provider.tsx';
import { StylesProvider, stylesOfDocument } from '#web/ground/rendering/styles.tsx';
import { resumeInterruptedNavigation } from '#web/ground/routing/build-watch.ts';
import { rowOf, splitLocale } from '#web/ground/routing/rules.ts';

resumeInterruptedNavigation();
const { locale, path } = splitLocale(location.pathname);
// Without them the page stays as the server drew it, and its links and forms work.
const t = await loadTranslations(locale, rowOf(path)?.words);
const styles = stylesOfDocument();
if (t)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <StylesProvider styles={styles}>
          <TranslateProvider t={t}>
            <HydratedRouter />
          </TranslateProvider>
        </StylesProvider>
      </StrictMode>,
    );
  });
