import Flag from 'lucide-react/icons/flag';
import { Suspense, useState } from 'react';
import { loadTranslations } from '#web/ground/i18n/load.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import type { Reportable } from './reportable.ts';

const ReportSheet = lazyPart(() => import('./report-sheet.tsx'));

type PersonMenuProps = Reportable & {
  /** Says for screen readers which of several on the page it is. */
  label?: string;
  className?: string;
  isIcon?: boolean;
};

/** Report or block whoever is met here. Stands wherever another person appears. */
export function PersonMenu({ label, className, isIcon = false, ...reportable }: PersonMenuProps) {
  const t = useTranslate();
  const { root, locale } = useShell();
  const login = useLogin();
  const toast = useToast();
  const [sheet, setSheet] = useState<{ open: boolean }>();
  const { side = 'product' } = reportable;
  const isLoggedIn = ((side === 'ai' ? root?.aiUser.id : root?.user.id) ?? 0) > 0;
  const openSheet = async () => {
    if (!isLoggedIn) return login.open({ side, reason: 'report' });
    if (!(await loadTranslations(locale, 'report'))) return toast.error(t('ui.notReached'));
    setSheet({ open: true });
  };
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        className={className ?? '-ml-2.5 text-ink-2 lg:-ml-4'}
        aria-label={label ? `${t('personMenu.open')}：${label}` : isIcon ? t('personMenu.open') : undefined}
        onClick={() => void openSheet()}
      >
        <Flag className="size-4" />
        {!isIcon && t('personMenu.open')}
      </Button>
      {sheet && (
        <Suspense>
          <ReportSheet {...reportable} open={sheet.open} onClose={() => setSheet({ open: false })} />
        </Suspense>
      )}
    </>
  );
}
