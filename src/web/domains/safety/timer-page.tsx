import { useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import { clockOf } from '#shared/hong-kong.ts';
import type { SafetyTimer } from '#shared/safety/timers.ts';
import { MeError, MePage } from '#web/domains/accounts/me-page.tsx';
import { type Action, useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';

/** The timer, and whether a lesson is running for which one could be made. */
export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const found = await ifSignedIn(api('GET /api/users/safety_timer'));
  if (!found) return undefined;
  const open = await api('GET /api/users/clock_in', {
    query: { side: 'tutor', state: 'open', page_size: 1 },
  });
  return { timer: found.timer, isTeaching: open.list.length > 0 };
}
export const meta = pageMeta('meSafety');
export const ErrorBoundary = MeError;

export default function TimerPage() {
  const t = useTranslate();
  const loaded = useLoaderData<typeof loader>();
  const act = useAction({ refresh: true, toast: true });
  const [path, setPath] = useState('');
  if (!loaded) return <SignedOut title={t('safetyTimer.title')} />;
  const { timer, isTeaching } = loaded;
  const make = () =>
    act.run(
      (api) => api('POST /api/users/safety_timer', { body: {} }),
      (made) => setPath(made.path),
    );
  return (
    <MePage title={t('safetyTimer.title')} lead={t('safetyTimer.lead')}>
      {timer && <Running timer={timer} act={act} onRevoked={() => setPath('')} />}
      {path && <Link path={path} />}
      {isTeaching ? (
        <div>
          <Button variant={timer ? 'secondary' : 'primary'} loading={act.busy} onClick={make}>
            {t(timer ? 'safetyTimer.again' : 'safetyTimer.make')}
          </Button>
          {timer && <p className="mt-1 text-ink-2 text-xs">{t('safetyTimer.againText')}</p>}
        </div>
      ) : (
        !timer && (
          <Card>
            <h2 className="text-lg">{t('safetyTimer.noneTitle')}</h2>
            <p className="mt-1 text-ink-2">{t('safetyTimer.noneText')}</p>
          </Card>
        )
      )}
    </MePage>
  );
}

type RunningProps = { timer: SafetyTimer; act: Action; onRevoked: () => void };

function Running({ timer, act, onRevoked }: RunningProps) {
  const t = useTranslate();
  const words = {
    in_class: 'safetyTimer.on',
    overdue: 'safetyTimer.overdue',
    ended: 'safetyTimer.ended',
  } as const;
  const longer = () => {
    const from = Math.max(Date.now(), Date.parse(timer.ends_at));
    const ends_at = new Date(from + 30 * 60_000).toISOString();
    return act.run(
      (api) => api('PUT /api/users/safety_timer', { body: { ends_at } }),
      t('safetyTimer.longerDone', { time: clockOf(ends_at) }),
    );
  };
  const revoke = () =>
    act.run(async (api) => {
      await api('DELETE /api/users/safety_timer');
      onRevoked();
    }, t('safetyTimer.revokeDone'));
  return (
    <Card as="section">
      <p role="status" className={timer.state === 'overdue' ? 'font-semibold text-seal' : 'font-semibold'}>
        {t(words[timer.state], { time: clockOf(timer.ends_at) })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {timer.state !== 'ended' && (
          <Button loading={act.busy} onClick={longer}>
            {t('safetyTimer.longer')}
          </Button>
        )}
        <Button loading={act.busy} onClick={revoke}>
          {t('safetyTimer.revoke')}
        </Button>
      </div>
    </Card>
  );
}

/** The full URL, shown only now: only its hash is stored. */
function Link({ path }: { path: string }) {
  const t = useTranslate();
  const { href, root } = useShell();
  const address = `${root?.origin ?? ''}${href(path)}`;
  const share = () =>
    navigator.share({ text: t('safetyTimer.shareText'), url: address }).catch(() => {
      // Closed without sharing: the URL is still on the page.
    });
  return (
    <Card as="section" className="grid gap-3">
      <Field label={t('safetyTimer.link')} help={t('safetyTimer.linkOnce')}>
        <Input readOnly value={address} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={address} />
        {typeof navigator !== 'undefined' && 'share' in navigator && (
          <Button size="compact" onClick={share}>
            {t('safetyTimer.share')}
          </Button>
        )}
      </div>
    </Card>
  );
}
