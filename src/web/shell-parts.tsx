import { Suspense } from 'react';
import { AccountControls } from '#web/domains/accounts/account-controls.tsx';
import { AccountWatch } from '#web/domains/accounts/account-watch.tsx';
import { endSession } from '#web/domains/accounts/session.ts';
import { waitingCount } from '#web/domains/classes/queue/waiting-count.ts';
import { ReferenceLoader } from '#web/domains/reference/loader.tsx';
import { idle } from '#web/ground/page-life.ts';
import { lazyPart, withWords } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import type { ShellParts } from '#web/shell/parts.ts';

const Unread = lazyPart(async () => {
  await idle();
  return import('#web/domains/messages/unread.tsx');
});

const ClockSender = lazyPart(async () => {
  await idle();
  return import('#web/domains/classes/queue/sender.tsx');
});

function Watches() {
  const { root, path } = useShell();
  const userId = root?.isSuspended ? undefined : root?.user.id;
  return (
    <>
      <AccountWatch />
      <ReferenceLoader />
      {/* Loaded for signed-in users only, and not before the page is idle. */}
      {userId ? (
        <Suspense>
          <Unread />
        </Suspense>
      ) : null}
      {/* Clock-ins queued on this device are sent from any page; the /clock-in page sends them itself. */}
      {userId && path !== '/clock-in' && waitingCount(userId) > 0 ? (
        <Suspense>
          <ClockSender />
        </Suspense>
      ) : null}
    </>
  );
}

/** The components and functions that domains contribute to the shell around every page. */
export const shellParts: ShellParts = {
  AccountControls,
  Watches,
  loadLoginSheet: withWords('login', () => import('#web/domains/accounts/login/login-sheet.tsx')),
  ContactSheet: lazyPart(() => import('#web/domains/reference/contact-sheet.tsx')),
  endSession,
};
