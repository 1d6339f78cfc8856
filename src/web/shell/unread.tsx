import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { UnreadMark } from './unread-mark.tsx';

/**
 * How much is not read, at every link that leads there ([data-unread]). The links around a page are text, written once
 * (page-links.tsx), so the mark is put into them from here; it is fetched when the page has nothing better to do, and
 * by nobody but who is logged in.
 */
export default function Unread() {
  const api = useApi();
  const { root, path } = useShell();
  const userId = root?.user.id ?? 0;
  const [places, setPlaces] = useState<readonly Element[]>([]);

  const { value: unread } = useRemote({
    key: userId,
    read: () => api('GET /api/users/unread'),
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
