import { StrictMode } from 'react';
import { zhHant as words } from '#web/ground/i18n/all-words.ts';
import { addWords } from '#web/ground/i18n/i18n.ts';
import { WordsProvider } from '#web/ground/i18n/words.tsx';
import { MessageBoxProvider } from '../overlays/message-box.tsx';
import { ToastProvider } from '../overlays/toast.tsx';
import { Gallery } from './gallery.tsx';
import { Stage } from './stage.tsx';

const t = addWords('zh-Hant', words);

/** Shows every UI component on one page, or an empty stage on which the tests put one component. */
export function Harness({ page }: { page: string }) {
  return (
    <StrictMode>
      <WordsProvider t={t}>
        <MessageBoxProvider>
          <ToastProvider>
            <main className="mx-auto max-w-[1200px] p-4">{page === '/stage' ? <Stage /> : <Gallery />}</main>
          </ToastProvider>
        </MessageBoxProvider>
      </WordsProvider>
    </StrictMode>
  );
}
