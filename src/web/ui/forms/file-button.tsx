import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from '../button.tsx';
import { cx } from '../cx.ts';

type FileButtonProps = {
  accept: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  multiple?: boolean;
  /** Opens the rear camera, where there is one. */
  capture?: boolean;
  onFiles: (files: File[]) => void;
  className?: string;
  children: ReactNode;
};

/** The native file input, shown as a button. */
export function FileButton(props: FileButtonProps) {
  const { accept, variant = 'secondary', size, multiple, capture = false } = props;
  const { onFiles, className, children } = props;
  return (
    <label className={cx('relative', className)}>
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        {...(capture && { capture: 'environment' as const })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Allows the same file to be chosen again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span
        className={buttonClass(
          variant,
          'peer-focus-visible:outline-2 peer-focus-visible:outline-seal peer-focus-visible:outline-offset-2',
          size,
        )}
      >
        {children}
      </span>
    </label>
  );
}

const filesOf = (transfer: DataTransfer | null) => [...(transfer?.files ?? [])];

/**
 * Receives files that are dropped anywhere on the page or pasted. Returns whether files are being dragged
 * over it. Pasted text is not affected.
 */
export function useDropAndPaste(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((files: File[]) => {
    if (files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      // No element is entered instead: the drag has left the window.
      if (!event.relatedTarget) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      const files = filesOf(event.dataTransfer);
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    const paste = (event: ClipboardEvent) => take(filesOf(event.clipboardData));
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, []);
  return isOver;
}
