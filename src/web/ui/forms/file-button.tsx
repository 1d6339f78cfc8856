import type { ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from '../button.tsx';
import { cx } from '../cx.ts';

type FileButtonProps = {
  accept: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  multiple?: boolean;
  /** Opens the camera at the back, where there is one. */
  capture?: boolean;
  onFiles: (files: File[]) => void;
  className?: string;
  children: ReactNode;
};

/** The browser's own file input, drawn as a button. */
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
          // The same file may be chosen again.
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
