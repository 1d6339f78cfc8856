import type { ReactNode } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '../button.tsx';
import { Sheet } from './sheet.tsx';

export interface MessageBoxOptions {
  title?: ReactNode;
  /** By default: the input does not meet the rules. */
  message?: ReactNode;
  confirmLabel?: string | undefined;
  /** Below the message, such as a field. */
  children?: ReactNode;
  /** Adds a second button, which makes it a choice. */
  cancelLabel?: string | undefined;
}

export interface MessageBoxProps extends MessageBoxOptions {
  open: boolean;
  onResult: (confirmed: boolean) => void;
}

export function MessageBox({ open, onResult, title, message, children, ...labels }: MessageBoxProps) {
  const { confirmLabel, cancelLabel } = labels;
  const t = useTranslate();
  return (
    <Sheet
      open={open}
      onClose={() => onResult(false)}
      role="alertdialog"
      title={title ?? t('ui.notice')}
      description={message ?? t('ui.inputRules')}
      footer={
        <div className="flex flex-col-reverse gap-2 lg:flex-row lg:justify-end">
          {cancelLabel && <Button onClick={() => onResult(false)}>{cancelLabel}</Button>}
          <Button variant="primary" data-autofocus onClick={() => onResult(true)}>
            {confirmLabel ?? t('ui.ok')}
          </Button>
        </div>
      }
    >
      {children}
    </Sheet>
  );
}
