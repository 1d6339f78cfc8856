import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { cx } from '#web/ui/cx.ts';

/** A dot with the unread count, and text for screen readers. Nothing for zero. */
export function UnreadMark({ count, className }: { count: number; className?: string }) {
  const t = useTranslate();
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

/**
 * The unread count at every link that leads there ([data-unread]). The links around a page are static HTML
 * (page-links.tsx), so the mark is inserted from here; it is loaded when the page is idle, and only for
 * logged-in users.
 */
export default function Unread() {
  const { root, path } = useShell();
  const userId = root?.user.id ?? 0;
  const [places, setPlaces] = useState<readonly Element[]>([]);

  const { value: unread } = useRemote({
    key: userId,
    read: (api) => api('GET /api/users/unread'),
    on: ['notice', 'message', 'read'],
  });
  const count = unread ? unread.notices + unread.messages : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have other links
  useEffect(() => setPlaces([...document.querySelectorAll('[data-unread]')]), [path, userId]);

  return places.map((place, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the places of one page, in their order
    createPortal(<UnreadMark key={index} count={count} />, place),
  );
}
