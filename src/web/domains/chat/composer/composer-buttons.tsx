import Camera from 'lucide-react/icons/camera';
import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Square from 'lucide-react/icons/square';
import type { ReactNode } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { acceptedTypes } from './use-attachments.ts';

type ComposerButtonsProps = {
  onFiles: (files: File[]) => void;
  isReady: boolean;
  onStop: (() => void) | undefined;
  children: ReactNode;
};

export function ComposerButtons({ onFiles, isReady, onStop, children }: ComposerButtonsProps) {
  const t = useWords();
  return (
    <>
      <FileButton
        accept="image/*"
        capture
        variant="quiet"
        onFiles={onFiles}
        className="lg:hidden"
        size="compact"
      >
        <Camera aria-hidden size="1.25rem" strokeWidth={1.5} />
        <span className="sr-only">{t('chat.camera')}</span>
      </FileButton>
      <FileButton accept={acceptedTypes} variant="quiet" multiple onFiles={onFiles} size="compact">
        <Paperclip aria-hidden size="1.25rem" strokeWidth={1.5} />
        <span className="sr-only">{t('chat.attach')}</span>
      </FileButton>
      {children}
      <span className="ml-auto shrink-0">
        {onStop ? (
          <Button size="compact" onClick={onStop}>
            <Square aria-hidden size="1rem" strokeWidth={1.5} />
            <span className="max-lg:sr-only">{t('chat.stop')}</span>
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            size="compact"
            aria-disabled={!isReady}
            className="aria-disabled:opacity-55"
          >
            <SendHorizontal aria-hidden size="1.125rem" strokeWidth={1.5} />
            <span className="max-lg:sr-only">{t('chat.send')}</span>
          </Button>
        )}
      </span>
    </>
  );
}
