import type { ReactNode } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { OfflineDrawing } from '../error-drawings.tsx';
import { Heading, type HeadingLevel } from '../heading.tsx';

export interface ErrorStateProps {
  /** What happened. */
  title?: ReactNode;
  /** What to do. */
  text?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  /** null: no drawing, for small places. */
  drawing?: ReactNode;
  level?: HeadingLevel | undefined;
  className?: string | undefined;
}

export function ErrorState({
  title,
  text,
  onRetry,
  retrying,
  drawing,
  level = 2,
  className,
}: ErrorStateProps) {
  const t = useTranslate();
  return (
    <div
      role="alert"
      className={cx('mx-auto grid max-w-md justify-items-center gap-2 px-4 py-10 text-center', className)}
    >
      {drawing !== null && <div className="mb-3 w-60 max-w-full">{drawing ?? <OfflineDrawing />}</div>}
      <Heading level={level} className="text-xl">
        {title ?? t('ui.errorTitle')}
      </Heading>
      <div className="text-balance text-ink-2">{text ?? t('ui.errorText')}</div>
      {onRetry && (
        <Button variant="primary" loading={retrying} onClick={onRetry} className="mt-4">
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
}
