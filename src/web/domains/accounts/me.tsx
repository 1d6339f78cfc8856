import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { NameSeal, useLogOut } from './account-controls.tsx';
import { maskedNumber, shownNumber } from './login/phone-number.ts';
import { aiPlaceGroups, MeError, MePage, type PlaceGroups, placesOf } from './me-page.tsx';

export const meta = pageMeta('me');
export const ErrorBoundary = MeError;

/** The account overview. It uses only the root data that every page has. */
export default function Me() {
  const t = useTranslate();
  const { root } = useShell();
  const leave = useLogOut();
  const { busy, run } = useAction();
  if (root && !root.user.id && root.aiUser.id) return <AiAlone mobile={root.aiUser.mobile} />;
  if (!root?.user.id) return <SignedOut title={t('me.title')} />;
  const { user } = root;
  const identity = user.last_identity === 2 ? 2 : 1;
  return (
    <MePage title={t('me.title')} lead={t('me.lead')}>
      <Card className="flex items-center gap-4">
        <NameSeal
          name={user.name}
          portrait={identity === 2 ? user.portrait : null}
          className="size-14 text-2xl"
        />
        <div className="min-w-0">
          <p className="truncate font-bold font-serif text-xl">{user.name}</p>
          <OwnNumber mobile={user.mobile} />
        </div>
      </Card>
      <Places groups={placesOf(identity)} />
      <IdentityCard identity={identity} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button loading={busy} onClick={() => run(async () => leave('product'))}>
          {t('me.logOutHere')}
        </Button>
        {root.aiUser.id > 0 && (
          <PageLink
            to="/logout_ai"
            className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
          >
            {t('pages.logoutAi.title')}
          </PageLink>
        )}
      </div>
    </MePage>
  );
}

function Places({ groups }: { groups: PlaceGroups }) {
  const t = useTranslate();
  return groups.map(({ title, places }) => (
    <section key={title} className="lg:hidden">
      <h2 className="mb-2 font-sans text-ink-2 text-sm">{t(title)}</h2>
      <ul className="grid rounded-card border border-line bg-sheet">
        {places.map(([to, label, Icon]) => (
          <li key={to} className="border-line border-t first:border-t-0">
            <PageLink to={to} className="flex min-h-14 items-center gap-3 px-5">
              <Icon className="size-5 shrink-0 text-ink-2" />
              <span className="min-w-0 grow break-words">{t(label)}</span>
              {to === '/message' && <span data-unread="" />}
              {to === '/my-tutoring' && <span data-waiting="" />}
              <ChevronRight className="size-5 shrink-0 text-ink-2" />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** For who uses the AI side alone: the number, the own data, and the way to the rest. */
function AiAlone({ mobile }: { mobile: string }) {
  const t = useTranslate();
  const login = useLogin();
  const leave = useLogOut();
  const { busy, run } = useAction();
  return (
    <MePage title={t('me.title')} lead={t('me.aiLead')}>
      <Card className="flex items-center gap-4">
        <NameSeal name="" className="size-14 text-2xl" />
        <OwnNumber mobile={mobile} />
      </Card>
      <Places groups={aiPlaceGroups} />
      <Card as="section" className="grid gap-3">
        <p>{t('me.aiText')}</p>
        <Button className="justify-self-start" onClick={() => login.open()}>
          {t('aiLogin.useProduct')}
        </Button>
      </Card>
      <Button className="justify-self-start" loading={busy} onClick={() => run(async () => leave('ai'))}>
        {t('me.logOutHere')}
      </Button>
    </MePage>
  );
}

/** The user's own number, masked until revealed, since others may see the screen. */
function OwnNumber({ mobile }: { mobile: string }) {
  const t = useTranslate();
  const [shown, setShown] = useState(false);
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="text-ink-2">
        <span className="sr-only">{t('me.number')} </span>
        {shown ? shownNumber(mobile) : maskedNumber(mobile)}
      </span>
      <button
        type="button"
        aria-pressed={shown}
        aria-label={t('me.showNumber')}
        onClick={() => setShown(!shown)}
        className="min-h-11 min-w-11 cursor-pointer text-sm underline underline-offset-4"
      >
        {t(shown ? 'me.hide' : 'me.show')}
      </button>
    </p>
  );
}

/** An account has two identities: shows the current one, and what changes with the other. */
function IdentityCard({ identity }: { identity: 1 | 2 }) {
  const t = useTranslate();
  const { busy, run } = useAction({ refresh: true, toast: true });
  const other = identity === 1 ? 2 : 1;
  const change = () =>
    run(
      (api) => api('PUT /api/users/switch_identity', { body: { identity: other } }),
      t(`me.switched${other}`),
    );
  return (
    <Card as="section" aria-labelledby="identity">
      <h2 id="identity" className="mb-2 text-lg">
        {t('me.identityTitle')}
      </h2>
      <p className="font-bold">{t(identity === 1 ? 'register.parent' : 'register.tutor')}</p>
      <p>{t(`me.identityText${identity}`)}</p>
      <div className="mt-4 border-line border-t pt-4">
        <p id="identity-change" className="mb-3 text-ink-2 text-sm">
          {t(`me.switchHelp${other}`)}
        </p>
        <Button loading={busy} onClick={change} aria-describedby="identity-change">
          {t(`me.switchTo${other}`)}
        </Button>
      </div>
    </Card>
  );
}
