import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { cx } from '#web/ui/cx.ts';

type MarkProps = { count: number; words?: 'nav.unread' | 'nav.waiting'; className?: string };

/** A dot with a count, and text for screen readers. Nothing for zero. */
export function UnreadMark({ count, words = 'nav.unread', className }: MarkProps) {
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
      <span className="sr-only">{t(words, { count })}</span>
    </span>
  );
}

/**
 * The unread count at every link that leads there ([data-unread]), and at the link to the tutoring the number
 * of answers that others wait for ([data-waiting]). The links around a page are static HTML (page-links.tsx), so
 * the marks are inserted from here; they are loaded when the page is idle, and only for logged-in users.
 */
export default function Unread() {
  const { root, path } = useShell();
  const userId = root?.user.id ?? 0;
  const [places, setPlaces] = useState<{ unread: Element[]; waiting: Element[] }>();

  const { value: unread } = useRemote({
    key: userId,
    read: (api) => api('GET /api/users/unread'),
    on: ['notice', 'message', 'read'],
  });
  const { value: waiting, reload } = useRemote({
    key: userId,
    read: (api) => api('GET /api/users/waiting/count'),
    on: ['notice', 'lesson', 'class'],
  });
  // The root is loaded anew after a move and after what this person did here, which is announced to the other side only.
  const shownRoot = useRef(root);
  useEffect(() => {
    if (shownRoot.current !== root) reload();
    shownRoot.current = root;
  }, [root, reload]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or another identity, may have other links
  useEffect(
    () =>
      setPlaces({
        unread: [...document.querySelectorAll('[data-unread]')],
        waiting: [...document.querySelectorAll('[data-waiting]')],
      }),
    [path, userId, root?.user.last_identity],
  );

  const count = unread ? unread.notices + unread.messages : 0;
  return [
    ...(places?.unread ?? []).map((place, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the places of one page, in their order
      createPortal(<UnreadMark key={`unread ${index}`} count={count} />, place),
    ),
    ...(places?.waiting ?? []).map((place, index) =>
      createPortal(
        // biome-ignore lint/suspicious/noArrayIndexKey: the places of one page, in their order
        <UnreadMark key={`waiting ${index}`} words="nav.waiting" count={waiting?.needs_answer ?? 0} />,
        place,
      ),
    ),
  ];
}
