import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import type { CallData } from '#shared/call.ts';
import type { Contract } from '#shared/contract.ts';
import { type Consent, decideConsent } from '#web/ground/analytics.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Card } from '#web/ui/card.tsx';
import { CheckRow } from '#web/ui/forms/check-row.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import { ifAllowed } from './ai-alone.ts';
import { DeleteAccount } from './delete-account.tsx';
import { ExportData } from './export-data.tsx';
import { MeError, MePage } from './me-page.tsx';

export const loader = async (args: LoaderFunctionArgs) => {
  const api = apiOf(args);
  const profile = await ifSignedIn(api('GET /api/users/profile'));
  return { profile, aiCopies: profile ? undefined : await ifAllowed(api('GET /api_ai/user/copies')) };
};

export const meta = pageMeta('mePrivacy');
export const ErrorBoundary = MeError;

type Profile = CallData<Contract['GET /api/users/profile']>;

export default function MePrivacy() {
  const t = useTranslate();
  const { profile, aiCopies } = useLoaderData<typeof loader>();
  if (!profile && !aiCopies) return <SignedOut title={t('me.privacy.title')} />;
  if (!profile)
    return (
      <MePage title={t('me.privacy.title')} lead={t('me.privacy.lead')}>
        <Cookies />
        <ExportData side="ai" />
        <DeleteAccount side="ai" />
      </MePage>
    );
  return (
    <MePage title={t('me.privacy.title')} lead={t('me.privacy.lead')}>
      <Marketing profile={profile} />
      <Cookies />
      <ExportData side="product" />
      <DeleteAccount side="product" />
    </MePage>
  );
}

function Marketing({ profile: { name, gender, ...profile } }: { profile: Profile }) {
  const t = useTranslate();
  const { busy, run } = useAction({ refresh: true, toast: true });
  const [requested, setRequested] = useState(false);
  const change = async (marketing_consent: boolean) => {
    setRequested(marketing_consent);
    await run(
      (api) => api('PUT /api/users/profile', { body: { name, gender, marketing_consent } }),
      t('me.saved'),
    );
  };
  return (
    <Card as="section">
      <h2 className="text-lg">{t('me.privacy.marketingTitle')}</h2>
      <CheckRow
        checked={busy ? requested : profile.marketing_consent}
        disabled={busy}
        onChange={(event) => change(event.target.checked)}
        label={t('register.marketing')}
        help={t('register.marketingHelp')}
      />
    </Card>
  );
}

function Cookies() {
  const t = useTranslate();
  const { root } = useShell();
  const { revalidate } = useRevalidator();
  const containers = root?.settings.analyticsContainerIds ?? [];
  const decide = (consent: Consent) => {
    decideConsent(consent, containers);
    // Scripts loaded with consent keep running until the page is reloaded.
    if (root?.consent === 'granted') location.reload();
    else revalidate();
  };
  return (
    <Card as="section" className={containers.length === 0 ? '' : 'grid gap-3'}>
      <h2 className="text-lg">{t('me.privacy.cookieTitle')}</h2>
      {containers.length === 0 ? (
        <p className="text-ink-2">{t('me.privacy.cookieNone')}</p>
      ) : (
        <ChoiceCards
          id="consent"
          legend={t('me.privacy.cookieText')}
          choices={[
            { value: 'granted', label: t('me.privacy.cookieYes') },
            { value: 'denied', label: t('me.privacy.cookieNo') },
          ]}
          value={root?.consent as Consent | undefined}
          columns="grid-cols-2"
          onChoose={decide}
        />
      )}
    </Card>
  );
}
