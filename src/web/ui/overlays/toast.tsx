import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { idle } from '#web/ground/page-life.ts';
import { type Show, ToastContext, type Toaster, type ToastKind } from '#web/ground/toast.ts';
import { cx, target } from '../cx.ts';
import { useTopModal } from './modal-stack.ts';

interface Toast {
  id: number;
  kind: ToastKind;
  text: ReactNode;
  duration: number;
}

const durations: Record<ToastKind, number> = { success: 5000, info: 5000, error: 10_000 };
const maxToasts = 4;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(0);
  const modal = useTopModal();

  const toaster = useMemo<Toaster>(() => {
    const show =
      (kind: ToastKind): Show =>
      (text, { duration = durations[kind] } = {}) => {
        nextId.current += 1;
        const toast = { id: nextId.current, kind, text, duration };
        // What is said again takes the place of what was said before.
        setToasts((before) => [
          ...before.filter((one) => one.kind !== kind || one.text !== text).slice(1 - maxToasts),
          toast,
        ]);
        return () => setToasts((before) => before.filter((one) => one !== toast));
      };
    return { success: show('success'), error: show('error'), info: show('info') };
  }, []);
  const dismiss = (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id));

  return (
    <ToastContext value={toaster}>
      {children}
      {/* The live region always stays in the page; while a modal dialog is open, only a region inside it is
          announced. */}
      <ToastRegion toasts={modal ? [] : toasts} onDismiss={dismiss} />
      {modal && createPortal(<ToastRegion toasts={toasts} onDismiss={dismiss} inSheet />, modal)}
    </ToastContext>
  );
}

interface ToastRegionProps {
  toasts: readonly Toast[];
  onDismiss: (id: number) => void;
  inSheet?: boolean;
}

const place =
  'fixed inset-x-4 z-[2100] m-0 grid h-fit w-auto gap-2 overflow-visible border-0 bg-transparent p-0 lg:top-auto lg:right-6 lg:bottom-6 lg:left-auto lg:w-96';
// At the top on a phone, since the bottom has the navigation bar, the floating buttons and a form's buttons.
// A page whose own head must stay in sight sets how far below the top they begin.
const underHeader = 'top-[calc(var(--toast-top,4.25rem)+env(safe-area-inset-top))] bottom-auto';
const atTop = 'top-[calc(0.75rem+env(safe-area-inset-top))] bottom-auto';

function ToastRegion({ toasts, onDismiss, inSheet = false }: ToastRegionProps) {
  const t = useTranslate();
  const region = useRef<HTMLElement>(null);
  const [pausedBy, setPausedBy] = useState({ pointer: false, focus: false });

  // In the top layer, because sheets are there too, and a sliding sheet would move a merely fixed child with
  // it. Not during page load unless there is a toast: it makes the browser recalculate styles.
  const hasToasts = toasts.length > 0;
  useEffect(() => {
    let isMounted = true;
    const show = () => {
      const element = region.current;
      // The region of a sheet that was just removed is gone.
      if (!isMounted || !element?.isConnected) return;
      if (element.showPopover && !element.matches(':popover-open')) element.showPopover();
    };
    if (hasToasts) show();
    else idle().then(show);
    return () => {
      isMounted = false;
    };
  }, [hasToasts]);

  return (
    <section
      ref={region}
      popover="manual"
      aria-label={t('ui.notifications')}
      aria-live="polite"
      onPointerEnter={() => setPausedBy((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setPausedBy((now) => ({ ...now, pointer: false }))}
      onFocus={() => setPausedBy((now) => ({ ...now, focus: true }))}
      onBlur={() => setPausedBy((now) => ({ ...now, focus: false }))}
      className={cx(place, inSheet ? atTop : underHeader)}
    >
      {toasts.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          isPaused={pausedBy.pointer || pausedBy.focus}
          onDismiss={() => {
            // An element removed under the pointer or focus fires no leave or blur event.
            setPausedBy({ pointer: false, focus: false });
            onDismiss(toast.id);
          }}
        />
      ))}
    </section>
  );
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
const tones: Record<ToastKind, string> = { success: 'text-jade', error: 'text-seal', info: 'text-ink-2' };

function ToastCard({
  toast,
  isPaused,
  onDismiss,
}: {
  toast: Toast;
  isPaused: boolean;
  onDismiss: () => void;
}) {
  const t = useTranslate();
  const Icon = icons[toast.kind];
  useCountdown(toast.duration, isPaused, onDismiss);
  return (
    <div
      data-kind={toast.kind}
      className="flex items-start gap-3 rounded-card border border-line bg-sheet py-1 pr-1 pl-4 text-ink shadow-float transition-[opacity,translate] starting:translate-y-2 starting:opacity-0"
    >
      <Icon size="1.25rem" className={cx('mt-2.5 shrink-0', tones[toast.kind])} />
      <p className="grow self-center py-1.5 text-sm">
        <span className="sr-only">{t(`ui.toast.${toast.kind}`)}</span>
        {toast.text}
      </p>
      <button
        type="button"
        onClick={onDismiss}
        aria-label={t('ui.dismiss')}
        className={cx(
          target,
          'grid shrink-0 place-items-center rounded-full text-ink-2 transition-colors hover:bg-paper-2 hover:text-ink',
        )}
      >
        <X size="1rem" />
      </button>
    </div>
  );
}

/** Calls onEnd after `duration` ms, not counting the time during which it was paused by hover or focus. */
function useCountdown(duration: number, isPaused: boolean, onEnd: () => void) {
  const left = useRef(duration);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPaused || duration <= 0) return;
    const begun = Date.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - begun;
    };
  }, [isPaused, duration]);
}
