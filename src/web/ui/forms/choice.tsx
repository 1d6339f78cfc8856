import Check from 'lucide-react/icons/check';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { target } from '../target.ts';

type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  type: 'radio' | 'checkbox';
  /** A second, quieter line. */
  note?: ReactNode;
  children: ReactNode;
};

const look =
  'flex size-full items-center justify-center rounded-card border border-ink-2/50 bg-sheet px-3 py-1.5 text-center text-sm leading-snug transition-colors group-hover:border-ink-2';
const checked =
  'peer-checked:border-seal peer-checked:bg-seal-soft peer-checked:font-semibold peer-checked:text-[color-mix(in_srgb,var(--color-seal)_85%,var(--color-ink))]';
const focused =
  'peer-focus-visible:outline-2 peer-focus-visible:outline-seal peer-focus-visible:outline-offset-2';

/** The browser's own radio button or checkbox, drawn as a card to press. A tick in the corner says the same as the colour. */
export function Choice({ type, note, className, children, ...rest }: ChoiceProps) {
  return (
    <label className={cx('group relative block cursor-pointer', target, className)}>
      <input {...rest} type={type} className="peer absolute inset-0 size-full cursor-pointer opacity-0" />
      <span className={cx(look, checked, focused)}>
        <span>
          {children}
          {note && <span className="block text-ink-2 text-xs">{note}</span>}
        </span>
      </span>
      <span
        aria-hidden
        className="-top-1.5 -right-1.5 absolute hidden size-5 place-items-center rounded-full bg-seal text-on-seal peer-checked:grid"
      >
        <Check size="0.8rem" strokeWidth={3} />
      </span>
    </label>
  );
}
