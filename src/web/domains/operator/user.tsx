import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { OperatorUserDetail } from '#shared/operator.ts';
import { OperatorBadges } from '#web/domains/trust/operator-badges.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { grouped } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { requireId } from '#web/ground/routing/page-loader.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { BanList } from './ban-list.tsx';
import { ConsoleError } from './console-error.tsx';
import { consoleData, consoleMeta } from './console-loader.ts';
import { ConsolePage } from './console-page.tsx';
import { GrantForm } from './grant-form.tsx';
import { MeasureList } from './measure-list.tsx';
import { BackLink, ConsoleLink, Facts, Problem, Timestamp } from './parts.tsx';
import { PhotoPart } from './photo-part.tsx';
import { StandingForm } from './standing-form.tsx';
import { Subscription } from './subscription.tsx';
import { identityName, UserStatus } from './user-words.tsx';

export function loader(args: LoaderFunctionArgs) {
  return consoleData(args, async (api) => {
    const id = requireId(args.params.id);
    const user = await api('GET /api/operator/users/{id}', { params: { id } });
    const badges = (await api('GET /api/operator/users/{id}/badges', { params: { id } })).list;
    const measures = user.deleted_at
      ? []
      : (await api('GET /api/operator/users/{id}/measures', { params: { id } })).list;
    const { photo } = await api('GET /api/operator/users/{id}/tutor_photo', { params: { id } });
    return { ...user, badges, measures, photo };
  });
}

export const meta = consoleMeta('users');
export const ErrorBoundary = ConsoleError;

export default function UserPage() {
  const t = useTranslate();
  const loaded = useLoaderData<typeof loader>();
  return (
    <ConsolePage
      loaded={loaded}
      part="users"
      back={<BackLink to="/operator/users">{t('operator.users.back')}</BackLink>}
      title={({ name }) => name || t('operator.users.unnamed')}
    >
      {(user) => (
        <div className="grid gap-4">
          <Who user={user} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {!user.deleted_at && !user.is_banned && !user.is_operator && (
              <Part title={t('operator.standing.act')}>
                <StandingForm
                  key={`${user.id} ${user.suspended_until}`}
                  userId={user.id}
                  isSuspended={user.suspended_until !== null}
                />
              </Part>
            )}
            {!user.deleted_at && (
              <>
                <Part title={t('operator.grant.title')}>
                  <GrantForm key={user.id} userId={user.id} />
                </Part>
                <Part title={t('operator.subscription.title')}>
                  <Subscription key={user.id} userId={user.id} isSubscribed={user.is_subscribe} />
                </Part>
                <Part title={t('operator.sessions.title')}>
                  <EndSessions key={user.id} userId={user.id} live={user.live_sessions} />
                </Part>
              </>
            )}
            {user.photo && (
              <Part title={t('operator.photo.title')}>
                <PhotoPart key={user.photo} userId={user.id} photo={user.photo} />
              </Part>
            )}
            <Part title={t('operator.badges.title')}>
              <OperatorBadges badges={user.badges} />
            </Part>
            {user.bans.length === 0 && (
              <Card as="section">
                <h2 className="text-lg">{t('operator.bans.title')}</h2>
                <p className="mt-1 text-ink-2 text-sm">{t('operator.bans.none')}</p>
              </Card>
            )}
          </div>
          {user.measures.length > 0 && (
            <section>
              <h2 className="mb-2 text-lg">{t('operator.standing.title')}</h2>
              <MeasureList measures={user.measures} />
            </section>
          )}
          {user.bans.length > 0 && (
            <section>
              <h2 className="mb-2 text-lg">{t('operator.bans.title')}</h2>
              <BanList bans={user.bans} />
            </section>
          )}
        </div>
      )}
    </ConsolePage>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section">
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </Card>
  );
}

function Who({ user }: { user: OperatorUserDetail }) {
  const t = useTranslate();
  return (
    <Card as="section" className="py-3">
      <Facts
        facts={[
          { label: t('operator.users.id'), value: user.id, numeric: true },
          { label: t('operator.users.mobileMasked'), value: user.mobile || '—', numeric: true },
          { label: t('operator.users.status'), value: <UserStatus user={user} /> },
          { label: t('operator.users.identity'), value: identityName(t, user.last_identity) },
          { label: t('operator.users.joined'), value: <Timestamp at={user.created_at} /> },
          { label: t('operator.users.sessions'), value: grouped(user.live_sessions), numeric: true },
          {
            label: t('operator.users.quota'),
            numeric: true,
            value: (
              <span className="inline-flex flex-wrap items-center gap-2">
                {t('operator.users.quotaOf', {
                  remaining: grouped(user.remaining_count),
                  total: grouped(user.total_count),
                })}
                {user.is_unlimited && <Chip tone="jade">{t('operator.grant.unlimited')}</Chip>}
                {user.is_subscribe && <Chip tone="jade">{t('operator.users.subscribed')}</Chip>}
              </span>
            ),
          },
          {
            label: t('operator.tabs.audit'),
            value: (
              <ConsoleLink to={`/operator/audit?about_user=${user.id}`}>
                {t('operator.users.history')}
              </ConsoleLink>
            ),
          },
          ...(user.deleted_at
            ? [{ label: t('operator.users.deletedAt'), value: <Timestamp at={user.deleted_at} /> }]
            : []),
        ]}
      />
    </Card>
  );
}

/** For a lost phone or a stolen number: logs the user out everywhere, without a ban. */
function EndSessions({ userId, live }: { userId: number; live: number }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { run, busy, problem } = useAction({ refresh: true });
  const end = async () => {
    const confirmed = await ask({
      title: t('operator.sessions.confirmTitle'),
      message: t('operator.sessions.what'),
      confirmLabel: t('operator.sessions.end'),
      cancelLabel: t('operator.cancel'),
    });
    if (!confirmed) return;
    await run(
      (api) => api('POST /api/operator/users/{id}/end_sessions', { params: { id: userId } }),
      t('operator.sessions.done'),
    );
  };
  return (
    <div className="grid gap-4">
      <Problem>{problem}</Problem>
      <p className="text-sm">{t(live === 0 ? 'operator.sessions.none' : 'operator.sessions.what')}</p>
      {live > 0 && (
        <Button loading={busy} className="justify-self-start" onClick={end}>
          {t('operator.sessions.end')}
        </Button>
      )}
    </div>
  );
}
