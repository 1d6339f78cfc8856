import type { Portrait as PortraitId } from '#shared/portrait.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { cx } from './cx.ts';

type PortraitProps = {
  portrait: PortraitId | null;
  /** The surname, whose first sign stands for a tutor without a portrait. */
  surname: string;
  /** Its classes of size: a square, and the size of the sign. */
  className?: string;
  /** On the first screen it is not worth waiting for. */
  isFirst?: boolean;
};

/** A tutor's photo or drawn portrait, else the first sign of the surname. Decoration: the name is beside it. */
export function Portrait({ portrait, surname, className, isFirst = false }: PortraitProps) {
  const { root } = useShell();
  const square = cx('shrink-0 rounded-card bg-paper-2', className ?? 'size-12 text-2xl');
  if (!portrait)
    return (
      <span aria-hidden className={cx('grid place-items-center font-serif', square)}>
        {[...surname][0]}
      </span>
    );
  const common = {
    width: 96,
    height: 96,
    loading: isFirst ? ('eager' as const) : ('lazy' as const),
    decoding: 'async' as const,
  };
  const look = 'object-cover dark:brightness-90';
  const [kind, id] = [portrait.slice(0, 5), portrait.slice(6)];
  if (kind === 'drawn')
    return <img {...common} alt="" src={`/portraits/${id}.svg`} className={cx(look, square)} />;
  const at = `${root?.settings.apiBase ?? ''}/api/common_info/tutor_photo/${id}`;
  const sources = (type: string) => [96, 192, 384].map((width) => `${at}-${width}.${type} ${width}w`).join();
  return (
    <picture className={cx('block', square)}>
      <source type="image/avif" srcSet={sources('avif')} sizes={shownAt} />
      <img
        {...common}
        alt=""
        src={`${at}-192.webp`}
        srcSet={sources('webp')}
        sizes={shownAt}
        className={cx('size-full rounded-card', look)}
      />
    </picture>
  );
}

/** At most 6 rem, whose size follows the window. */
const shownAt = '6rem';
