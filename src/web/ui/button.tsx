import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ComponentProps } from 'react';
import { AppLink, type AppLinkProps } from '#web/ground/routing/page-link.tsx';
import { cx, target } from './cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

const base =
  'relative inline-flex items-center justify-center gap-2 rounded-card border py-2 text-center font-semibold transition-colors';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-seal text-on-seal hover:bg-seal/90',
  secondary: 'border-ink/20 bg-sheet text-ink hover:border-ink/40 hover:bg-paper-2',
  quiet: 'border-transparent text-ink hover:bg-paper-2',
};

const sizes = { normal: 'px-5', compact: 'whitespace-nowrap px-2.5 text-sm lg:px-4' } as const;
export type ButtonSize = keyof typeof sizes;

/** The style of a button, for other elements. */
export const buttonClass = (
  variant: ButtonVariant = 'secondary',
  className?: string,
  size: ButtonSize = 'normal',
) => cx(base, target, sizes[size], variants[variant], className);

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** An action is running: the button keeps its size, name and focus, but ignores clicks. */
  loading?: boolean | undefined;
}

export function Button({
  variant,
  size,
  loading = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const idle = loading || rest.disabled || rest['aria-disabled'] === true;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={buttonClass(
        variant,
        cx(idle && 'cursor-not-allowed', rest.disabled && 'opacity-55', className),
        size,
      )}
    >
      <span className={cx('inline-flex items-center justify-center gap-2', loading && 'opacity-0')}>
        {children}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <LoaderCircle size="1.25rem" className="animate-spin stroke-2" />
        </span>
      )}
    </button>
  );
}

export type ButtonLinkProps = AppLinkProps & { variant?: ButtonVariant | undefined };

export function ButtonLink({ variant, className, ...rest }: ButtonLinkProps) {
  return <AppLink {...rest} className={buttonClass(variant, className)} />;
}
