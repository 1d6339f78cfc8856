import { type ReactNode, Suspense, useState } from 'react';
import { loadTranslations } from '#web/ground/i18n/load.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import type { AskAbout } from './ask-sheet.tsx';

const AskSheet = lazyPart(() => import('./ask-sheet.tsx'));

type AskOpenerProps = AskAbout &
  Pick<ButtonProps, 'variant' | 'className' | 'aria-label'> & {
    /** Called once the invitation or application was sent. */
    onAsked?: () => unknown;
    children: ReactNode;
  };

/** The button that opens the sheet of an invitation or application; the sheet is loaded with the tap. */
export function AskOpener({
  as,
  caseId,
  listingId,
  name,
  first,
  onAsked,
  children,
  ...button
}: AskOpenerProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const toast = useToast();
  const [isLoading, setIsLoading] = useState(false);
  const [sheet, setSheet] = useState<{ open: boolean }>();
  const openSheet = async () => {
    setIsLoading(true);
    const loaded = await loadTranslations(locale, 'interest');
    setIsLoading(false);
    if (!loaded) return toast.error(t('ui.notReached'));
    setSheet({ open: true });
  };
  return (
    <>
      <Button {...button} loading={isLoading} onClick={() => void openSheet()}>
        {children}
      </Button>
      {sheet && (
        <Suspense>
          <AskSheet
            {...{ as, caseId, listingId, name, first, onAsked }}
            open={sheet.open}
            onClose={() => setSheet({ open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
