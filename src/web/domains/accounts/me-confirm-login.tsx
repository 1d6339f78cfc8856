import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { NameSeal } from './account-controls.tsx';
import { maskedNumber } from './login/phone-number.ts';

export const meta = pageMeta('confirmLogin');

/** On the phone: asks whether the browser that shows the scanned QR code may log in. */
export default function ConfirmLogin() {
  const t = useTranslate();
  const { root, href } = useShell();
  const [search] = useSearchParams();
  const code = search.get('code') ?? '';
  const [answer, setAnswer] = useState<'confirmed' | 'refused'>();
  const account = root && accountOf(root);

  if (!account) return <SignedOut title={t('me.confirm.title')} text={t('me.confirm.logInFirst')} />;
  if (!code || answer)
    return (
      <div className="py-8 lg:py-12">
        <h1 className="text-2xl lg:text-3xl">{t('me.confirm.title')}</h1>
        <div role="status">
          <EmptyState
            title={outcome(t, answer).title}
            text={outcome(t, answer).text}
            action={
              <ButtonLink to={href(answer === 'confirmed' ? '/me/sessions' : '/')} variant="secondary">
                {t(answer === 'confirmed' ? 'me.sessions.title' : 'rooms.home')}
              </ButtonLink>
            }
          />
        </div>
      </div>
    );
  return (
    <div className="mx-auto max-w-[32rem] py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('me.confirm.title')}</h1>
      <p className="mt-1 mb-6 text-ink-2">{t('me.confirm.lead')}</p>
      <Card className="grid gap-4">
        <div className="flex items-center gap-4">
          <NameSeal name={account.name} className="size-12 text-xl" />
          <div>
            <p className="text-ink-2 text-sm">{t('me.confirm.as')}</p>
            <p className="font-semibold">{account.name}</p>
            <p className="text-ink-2">{maskedNumber(account.mobile)}</p>
          </div>
        </div>
        <p>{t('me.confirm.whatHappens')}</p>
        <p className="rounded-card border border-amber/40 bg-amber-soft p-3 text-sm">
          {t('me.confirm.warning')}
        </p>
        <Choice code={code} onAnswer={setAnswer} />
      </Card>
    </div>
  );
}

type Words = ReturnType<typeof useTranslate>;

function outcome(t: Words, answer: 'confirmed' | 'refused' | undefined) {
  if (answer === 'confirmed') return { title: t('me.confirm.doneTitle'), text: t('me.confirm.doneText') };
  if (answer === 'refused') return { title: t('me.confirm.refusedTitle'), text: t('me.confirm.refusedText') };
  return { title: t('me.confirm.refusedTitle'), text: t('me.confirm.noCode') };
}

type Root = NonNullable<ReturnType<typeof useShell>['root']>;
/** The account whose AI session is active here; only that one can log in another browser. */
function accountOf({ user, aiUser }: Root) {
  if (!aiUser.id) return undefined;
  return { name: user.id === aiUser.id ? user.name : '', mobile: aiUser.mobile };
}

function Choice({ code, onAnswer }: { code: string; onAnswer: (answer: 'confirmed' | 'refused') => void }) {
  const t = useTranslate();
  const { busy, problem, run } = useAction();
  const confirm = () =>
    run(
      (api) => api('POST /api_ai/user/confirm_login', { body: { code } }),
      () => onAnswer('confirmed'),
    );
  return (
    <>
      {problem && (
        <p role="alert" className="text-seal">
          {problem}
        </p>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        <Button variant="primary" loading={busy} onClick={confirm}>
          {t('me.confirm.yes')}
        </Button>
        <Button onClick={() => onAnswer('refused')}>{t('me.confirm.no')}</Button>
      </div>
    </>
  );
}
