import Mic from 'lucide-react/icons/mic';
import { useEffect, useEffectEvent } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';

const interactive = 'button, a, input, textarea, select, summary, dialog, [contenteditable]';
const isKey = ({ key }: { key: string }) => key === ' ' || key === 'Enter';

type HoldButtonProps = { isHolding: boolean; onHold: (on: boolean) => void };

/**
 * Push-to-talk: speech is sent while the button is held by pointer, by Space or Enter on it, or by Space
 * anywhere on the page.
 */
export function HoldButton({ isHolding, onHold }: HoldButtonProps) {
  const t = useTranslate();
  const hold = useEffectEvent(onHold);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== ' ' || (event.target as Element).closest?.(interactive)) return;
      // Space would scroll the page.
      event.preventDefault();
      if (!event.repeat) hold(true);
    };
    const release = ({ key }: KeyboardEvent) => key === ' ' && hold(false);
    const onBlur = () => hold(false);
    addEventListener('keydown', press);
    addEventListener('keyup', release);
    addEventListener('blur', onBlur);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('keyup', release);
      removeEventListener('blur', onBlur);
      // The button disappears when the user mutes while holding it.
      hold(false);
    };
  }, []);
  return (
    <button
      type="button"
      aria-pressed={isHolding}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onHold(true);
      }}
      onPointerUp={() => onHold(false)}
      onPointerCancel={() => onHold(false)}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) onHold(true);
      }}
      onKeyUp={(event) => isKey(event) && onHold(false)}
      onBlur={() => onHold(false)}
      onContextMenu={(event) => event.preventDefault()}
      className={buttonClass(
        'secondary',
        cx('min-h-16 w-full max-w-80 touch-none select-none', isHolding && 'border-jade bg-jade-soft'),
      )}
    >
      <Mic size="1.25rem" />
      {t(isHolding ? 'voice.controls.holding' : 'voice.controls.hold')}
    </button>
  );
}
