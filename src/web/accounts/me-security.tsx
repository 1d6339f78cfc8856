import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import type { CallData } from '#shared/call.ts';
import type { Contract } from '#shared/contract.ts';
import { useWords } from '#web/words.tsx';
import { useApi } from '../shell/api-provider.tsx';
import { useLogin } from '../shell/login.tsx';
import { apiOf, ifSignedIn } from '../shell/page-loader.ts';
import { pageMeta } from '../shell/page-meta.ts';
import { SignedOut } from '../shell/signed-out.tsx';
import { useShell } from '../shell/use-shell.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import { useToast } from '../ui/toast.tsx';
import { keepDraft } from './login-draft.ts';
import { MeError, MePage } from './me-page.tsx';
import { splitNumber } from './phone-number.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RemoveSecondFactor } from './remove-second-factor.tsx';
import { type Secret, SetUpSecondFactor } from './set-up-second-factor.tsx';
import { isCode, useProblemWords } from './use-problem.ts';

export const loader = async (args: LoaderFunctionArgs) => ({
  factor: await ifSignedIn(apiOf(args)('GET /api/users/second_factor')),
});
export const meta = pageMeta('meSecurity');
export const ErrorBoundary = MeError;

const freshLoginNeeded = 3008;
type Factor = CallData<Contract['GET /api/users/second_factor']>;

export default function MeSecurity() {
  const t = useWords();
  const { factor } = useLoaderData<typeof loader>();
  if (!factor) return <SignedOut title={t('me.security.title')} />;
  return (
    <MePage title={t('me.security.title')} lead={t('me.security.lead')}>
      <SecondFactor factor={factor} />
    </MePage>
  );
}

function SecondFactor({ factor }: { factor: Factor }) {
  const t = useWords();
  const { revalidate } = useRevalidator();
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const confirmed = async (fresh: readonly string[]) => {
    setSecret(undefined);
    setCodes(fresh);
    await revalidate();
  };
  return (
    <>
      <Card className="grid gap-3">
        <p className="flex items-center gap-3">
          <span className="grow font-semibold">{t('me.security.title')}</span>
          <Chip tone={factor.is_on ? 'jade' : 'neutral'}>
            {t(factor.is_on ? 'me.security.on' : 'me.security.off')}
          </Chip>
        </p>
        {factor.is_on && (
          <p className="text-ink-2 text-sm">{t('me.security.left', { count: factor.recovery_codes_left })}</p>
        )}
        {factor.is_required && <p className="text-ink-2 text-sm">{t('me.security.required')}</p>}
        {!factor.is_on && !secret && <Begin onSecret={setSecret} />}
      </Card>
      {secret && !factor.is_on && <SetUpSecondFactor secret={secret} onConfirmed={confirmed} />}
      {codes && codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {factor.is_on && !factor.is_required && !codes && <RemoveSecondFactor />}
    </>
  );
}

function Begin({ onSecret }: { onSecret: (secret: Secret) => void }) {
  const t = useWords();
  const api = useApi();
  const toast = useToast();
  const login = useLogin();
  const { root } = useShell();
  const problemWords = useProblemWords();
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      onSecret(await api('POST /api/users/second_factor/setup'));
    } catch (error) {
      setBusy(false);
      toast.error(problemWords(error));
      if (!isCode(error, freshLoginNeeded)) return;
      // A session that was opened long ago proves its owner anew first, then this goes on.
      const { areaCode, national } = splitNumber(root?.user.mobile ?? '');
      keepDraft({ areaCode, mobile: national });
      login.open(location.pathname, { onDone: begin });
    }
  };
  return (
    <Button variant="primary" loading={busy} onClick={begin} className="lg:justify-self-start">
      {t('me.security.turnOn')}
    </Button>
  );
}
