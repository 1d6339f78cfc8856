import Monitor from 'lucide-react/icons/monitor';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import type { CallData } from '#shared/call.ts';
import type { Contract } from '#shared/contract.ts';
import { formatTime } from '#shared/hong-kong.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { MeError, MePage } from './me-page.tsx';
import { endSession } from './session.ts';

export const loader = async (args: LoaderFunctionArgs) => ({
  sessions: (await ifSignedIn(apiOf(args)('GET /api/users/sessions')))?.list,
});
export const meta = pageMeta('meSessions');
export const ErrorBoundary = MeError;

type SessionItem = CallData<Contract['GET /api/users/sessions']>['list'][number];

export default function MeSessions() {
  const t = useTranslate();
  const { sessions } = useLoaderData<typeof loader>();
  if (!sessions) return <SignedOut title={t('me.sessions.title')} />;
  return (
    <MePage title={t('me.sessions.title')} lead={t('me.sessions.lead')}>
      <ul className="grid rounded-card border border-line bg-sheet">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length === 1 && <p className="text-ink-2 text-sm">{t('me.sessions.onlyThis')}</p>}
      <LogOutEverywhere />
    </MePage>
  );
}

function SessionRow({ session }: { session: SessionItem }) {
  const t = useTranslate();
  const { locale } = useShell();
  const { busy, run } = useAction({ refresh: true, toast: true });
  const browser = session.browser || t('me.sessions.unknown');
  const end = () =>
    run(
      (api) => api('DELETE /api/users/sessions/{id}', { params: { id: session.id } }),
      t('me.sessions.ended'),
    );
  return (
    <li className="flex items-center gap-3 border-line border-t px-4 py-3 first:border-t-0 lg:px-5">
      <Monitor className="size-5 shrink-0 text-ink-2" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{browser}</span>
          {session.is_current && <Chip tone="jade">{t('me.sessions.here')}</Chip>}
          {session.face === 'ai' && <Chip>{t('me.sessions.aiOnly')}</Chip>}
        </p>
        <p className="text-ink-2 text-sm">
          {t('me.sessions.lastUsed', { time: formatTime(session.last_used_at, locale) })}
        </p>
        <p className="text-ink-2 text-xs">
          {t('me.sessions.since', { time: formatTime(session.created_at, locale) })}
        </p>
      </div>
      {!session.is_current && (
        <Button size="compact" loading={busy} onClick={end} aria-label={t('me.sessions.endOf', { browser })}>
          {t('me.sessions.end')}
        </Button>
      )}
    </li>
  );
}

function LogOutEverywhere() {
  const t = useTranslate();
  const { href } = useShell();
  const ask = useMessageBox();
  const navigate = useNavigate();
  const { busy, run } = useAction({ refresh: true, toast: true });
  const leave = async () => {
    const sure = await ask({
      title: t('me.sessions.everywhereAsk'),
      message: t('me.sessions.everywhereText'),
      confirmLabel: t('me.sessions.everywhere'),
      cancelLabel: t('me.cancel'),
    });
    if (!sure) return;
    await run(async (api) => {
      await api('POST /api/users/logout_everywhere');
      endSession();
      await navigate(href('/'));
    }, t('me.sessions.everywhereDone'));
  };
  return (
    <Button className="justify-self-start" loading={busy} onClick={leave}>
      {t('me.sessions.everywhere')}
    </Button>
  );
}
