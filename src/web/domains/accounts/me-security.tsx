import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import type { CallData } from '#shared/call.ts';
import type { Contract } from '#shared/contract.ts';
import { saveFile } from '#web/ground/api/save-file.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { useFocusFirst } from '#web/ui/forms/typing.ts';
import { keepDraft } from './login/login-draft.ts';
import { splitNumber } from './login/phone-number.ts';
import { MeError, MePage } from './me-page.tsx';
import { RemoveSecondFactor } from './remove-second-factor.tsx';
import { type Secret, SetUpSecondFactor } from './set-up-second-factor.tsx';

export const loader = async (args: LoaderFunctionArgs) => ({
  factor: await ifSignedIn(apiOf(args)('GET /api/users/second_factor')),
});
export const meta = pageMeta('meSecurity');
export const ErrorBoundary = MeError;

const freshLoginNeeded = 3008;
type Factor = CallData<Contract['GET /api/users/second_factor']>;

export default function MeSecurity() {
  const t = useTranslate();
  const { factor } = useLoaderData<typeof loader>();
  if (!factor) return <SignedOut title={t('me.security.title')} />;
  return (
    <MePage title={t('me.security.title')} lead={t('me.security.lead')}>
      <SecondFactor factor={factor} />
    </MePage>
  );
}

function SecondFactor({ factor }: { factor: Factor }) {
  const t = useTranslate();
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
  const t = useTranslate();
  const login = useLogin();
  const { root } = useShell();
  const { busy, run } = useAction({
    toast: true,
    refused: ({ code }) => {
      if (code !== freshLoginNeeded) return;
      // A login that is too old must be repeated first; then the setup continues.
      const { areaCode, national } = splitNumber(root?.user.mobile ?? '');
      keepDraft({ areaCode, mobile: national });
      login.open({ onDone: begin });
    },
  });
  const begin = async () => void (await run((api) => api('POST /api/users/second_factor/setup'), onSecret));
  return (
    <Button variant="primary" loading={busy} onClick={begin} className="lg:justify-self-start">
      {t('me.security.turnOn')}
    </Button>
  );
}

/** Shown once, when the second factor is turned on. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslate();
  const title = useFocusFirst<HTMLHeadingElement>();
  const text = codes.join('\n');
  return (
    <Card as="section" className="grid gap-4 border-amber/50">
      <div>
        <h2 ref={title} tabIndex={-1} className="text-lg outline-none">
          {t('me.security.recoveryTitle')}
        </h2>
        <p className="mt-1">{t('me.security.recoveryText')}</p>
      </div>
      <ul className="grid gap-x-6 gap-y-1 rounded-card bg-paper-2 p-4 font-mono text-[0.8125rem] lg:grid-cols-2">
        {codes.map((code) => (
          <li key={code} data-recovery-code className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} />
        <Button
          size="compact"
          onClick={() =>
            saveFile('mingshi-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))
          }
        >
          {t('me.security.download')}
        </Button>
      </div>
      <Button variant="primary" onClick={onDone} className="lg:justify-self-start">
        {t('me.security.done')}
      </Button>
    </Card>
  );
}
