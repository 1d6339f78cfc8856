import { cx } from '#web/ui/cx.ts';

/** A round seal with the first character of a name. Decoration: words beside it say whose it is. */
export function NameSeal({ name, className = 'size-8 text-base' }: { name: string; className?: string }) {
  const [first = '明'] = name.trim();
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center rounded-full border-2 border-seal font-bold font-serif text-seal leading-none',
        className,
      )}
    >
      {first.toUpperCase()}
    </span>
  );
}
