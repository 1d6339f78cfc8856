import { StrictMode } from 'react';
import { zhHant as words } from '#web/ground/i18n/all-translations.ts';
import { addTranslations } from '#web/ground/i18n/i18n.ts';
import { TranslateProvider } from '#web/ground/i18n/translate-provider.tsx';
import { MessageBoxProvider } from '../overlays/message-box.tsx';
import { ToastProvider } from '../overlays/toast.tsx';
import { Gallery } from './gallery.tsx';
import { Stage } from './stage.tsx';

const t = addTranslations('zh-Hant', words);

/** Shows every UI component on one page, or an empty stage on which the tests put one component. */
export function Harness({ page }: { page: string }) {
  return (
    <StrictMode>
      <TranslateProvider t={t}>
        <MessageBoxProvider>
          <ToastProvider>
            <main className="mx-auto max-w-[1200px] p-4">{page === '/stage' ? <Stage /> : <Gallery />}</main>
          </ToastProvider>
        </MessageBoxProvider>
      </TranslateProvider>
    </StrictMode>
  );
}
