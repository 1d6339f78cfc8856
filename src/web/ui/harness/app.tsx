import { createInstance, type i18n } from 'i18next';
import { StrictMode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import words from '../../locales/zh-Hant.json' with { type: 'json' };
import { MessageBoxProvider } from '../message-box.tsx';
import { ToastProvider } from '../toast.tsx';
import { Gallery } from './gallery.tsx';
import { Stage } from './stage.tsx';

function instance(): i18n {
  const made = createInstance();
  made.use(initReactI18next).init({
    lng: 'zh-Hant',
    initAsync: false,
    resources: { 'zh-Hant': { translation: words } },
    interpolation: { escapeValue: false },
  });
  return made;
}

/** Every part on one page to look at, or an empty stage for the tests to put one part on. */
export function Harness({ page }: { page: string }) {
  return (
    <StrictMode>
      <I18nextProvider i18n={instance()}>
        <MemoryRouter>
          <MessageBoxProvider>
            <ToastProvider>
              <main className="mx-auto max-w-[1200px] p-4">
                {page === '/stage' ? <Stage /> : <Gallery />}
              </main>
            </ToastProvider>
          </MessageBoxProvider>
        </MemoryRouter>
      </I18nextProvider>
    </StrictMode>
  );
}
