import { useWords } from '#web/ground/i18n/words.tsx';
import { cx } from '#web/ui/cx.ts';

/** A dot with the number of what is not read, and words for who cannot see it. Nothing for none. */
export function UnreadMark({ count, className }: { count: number; className?: string }) {
  const t = useWords();
  if (count === 0) return null;
  return (
    <span className={cx('shrink-0', className)}>
      <span
        aria-hidden
        className="grid h-5 min-w-5 place-items-center rounded-full bg-seal px-1 font-bold text-[max(0.75rem,11px)] text-on-seal leading-none"
      >
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{t('nav.unread', { count })}</span>
    </span>
  );
}
