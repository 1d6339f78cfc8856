import X from 'lucide-react/icons/x';
import {
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx, target } from '../cx.ts';
import { wholeTimes } from '../whole-times.tsx';
import { dropModal, pushModal } from './modal-stack.ts';

export interface SheetProps {
  open: boolean;
  /** Called on Esc, a click on the backdrop or the close button: the caller then sets open to false. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Stays at the bottom while the rest scrolls. */
  footer?: ReactNode;
  role?: 'dialog' | 'alertdialog' | undefined;
  className?: string | undefined;
}

const closingMs = 200;

const place =
  'fixed inset-x-0 top-auto bottom-0 z-[2000] m-0 w-full max-w-none max-h-[88dvh] rounded-t-2xl lg:inset-0 lg:m-auto lg:h-fit lg:max-h-[85dvh] lg:w-[min(32rem,calc(100vw-3rem))] lg:rounded-card';
const style = 'flex-col border border-line bg-sheet text-ink shadow-float open:flex overscroll-contain';
const motion =
  'transition-[translate,opacity,overlay,display] duration-200 transition-discrete translate-y-full open:translate-y-0 starting:open:translate-y-full lg:translate-y-2 lg:opacity-0 lg:open:translate-y-0 lg:open:opacity-100 lg:starting:open:translate-y-2 lg:starting:open:opacity-0';
const backdrop =
  'backdrop:bg-[rgb(0_0_0/0.45)] backdrop:opacity-0 open:backdrop:opacity-100 backdrop:transition-[opacity,overlay,display] backdrop:duration-200 backdrop:transition-discrete starting:open:backdrop:opacity-0';

/**
 * A sheet from the bottom on a phone, a centred dialog on a wide screen. Uses the native modal dialog, which
 * traps the focus and returns it. [data-autofocus] inside is focused first, otherwise the title.
 */
export function Sheet({ open, onClose, title, description, children, footer, role, className }: SheetProps) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBackdrop = useRef(false);
  const [titleId, descriptionId] = [useId(), useId()];
  const hasContent = useHasContent(open);

  // A layout effect, because its cleanup still runs while the dialog is in the page; only then is the focus
  // returned.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    pushModal(element);
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector('h2');
    first?.focus({ preventScroll: true });
    return () => {
      dropModal(element);
      element.close();
    };
  }, [open]);

  const requestClose = (event: SyntheticEvent) => {
    // Ignores events that bubble up from inside, such as a file picker's cancel.
    if (event.target !== dialog.current) return;
    if (event.type === 'cancel') event.preventDefault();
    // The close event of an earlier closing may arrive when the sheet is open again.
    else if (dialog.current.open) return;
    if (open) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; its key is Esc
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      onCancel={requestClose}
      onClose={requestClose}
      onPointerDown={(event) => {
        pressedBackdrop.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (pressedBackdrop.current && event.target === dialog.current) onClose();
      }}
      className={cx(place, style, motion, backdrop, className)}
    >
      {hasContent && (
        <>
          <div className="flex items-start gap-2 pt-3 pr-2 pl-5">
            <div className="grow pt-2">
              <h2 id={titleId} tabIndex={-1} className="font-bold font-serif text-lg outline-none">
                {wholeTimes(title)}
              </h2>
              {description && (
                <p id={descriptionId} className={role === 'alertdialog' ? 'mt-2' : 'mt-1 text-ink-2 text-sm'}>
                  {wholeTimes(description)}
                </p>
              )}
            </div>
            <button
              type="button"
              onClick={onClose}
              aria-label={t('ui.close')}
              className={cx(
                target,
                'grid shrink-0 place-items-center rounded-full text-ink-2 transition-colors hover:bg-paper-2 hover:text-ink',
              )}
            >
              <X size="1.25rem" />
            </button>
          </div>
          <div className="grow overflow-y-auto overscroll-contain px-5 pt-3 pb-5 empty:p-2">{children}</div>
          {footer && <div className="border-line border-t px-5 py-3">{footer}</div>}
          <div className="h-[env(safe-area-inset-bottom)] shrink-0 lg:hidden" />
        </>
      )}
    </dialog>
  );
}

/** Whether to render the content: while open, and while the sheet slides away. */
function useHasContent(open: boolean): boolean {
  const [hasContent, setHasContent] = useState(open);
  useEffect(() => {
    if (open) return setHasContent(true);
    const timer = setTimeout(() => setHasContent(false), closingMs);
    return () => clearTimeout(timer);
  }, [open]);
  return open || hasContent;
}
