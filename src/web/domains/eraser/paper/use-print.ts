import { useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';

/** Prints pages at the size of their paper. */
export function usePrint() {
  const t = useTranslate();
  const toast = useToast();
  const [isPrinting, setIsPrinting] = useState(false);
  const print = async (urls: readonly string[]) => {
    setIsPrinting(true);
    try {
      const { printPages } = await import('./print-pages.ts');
      await printPages(urls);
    } catch (error) {
      console.error('應用層錯誤: the pages could not be printed', error);
      toast.error(t('eraser.paper.printFailed'));
    }
    setIsPrinting(false);
  };
  return { print, isPrinting };
}
