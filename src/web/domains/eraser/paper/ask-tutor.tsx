import MessageSquare from 'lucide-react/icons/message-square';
import { Suspense, useState } from 'react';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';

const CropSheet = lazyPart(() => import('./crop-sheet.tsx'));

/** Takes a question of the paper along to the AI tutor. */
export function AskTutor({ pages, title }: { pages: readonly ImageRecord[]; title: string }) {
  const t = useWords();
  const [sheet, setSheet] = useState<{ open: boolean }>();
  if (pages.length === 0) return null;
  return (
    <>
      <Button onClick={() => setSheet({ open: true })}>
        <MessageSquare aria-hidden size="1.125rem" strokeWidth={1.5} />
        {t('eraser.ask.ask')}
      </Button>
      {sheet && (
        <Suspense>
          <CropSheet
            open={sheet.open}
            pages={pages}
            title={title}
            onClose={() => setSheet({ open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
