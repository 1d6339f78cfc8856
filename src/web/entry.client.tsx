import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { resumeInterruptedNavigation } from './build-watch.ts';
import { loadInstance } from './i18n-load.ts';
import { splitLocale } from './rules.ts';

resumeInterruptedNavigation();
const i18n = await loadInstance(splitLocale(location.pathname).locale);
if (i18n)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <HydratedRouter />
        </I18nextProvider>
      </StrictMode>,
    );
  });
