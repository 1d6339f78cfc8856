import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CallData } from '#shared/call.ts';
import { answerWrong, codeExpired } from '#shared/codes/numbers.ts';
import type { Contract } from '#shared/contract.ts';
import { formatShortTime } from '#shared/hong-kong.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { NameSeal } from './account-controls.tsx';
import { maskedNumber } from './login/phone-number.ts';

export const meta = pageMeta('confirmLogin');

type Answer = 'confirmed' | 'refused' | 'wrong' | 'expired';

/**
 * On the phone: says which browser shows the scanned QR code, from where and since when, and lets it in when
 * its number is chosen.
 */
export default function ConfirmLogin() {
  const t = useTranslate();
  const { root, href } = useShell();
  const [search] = useSearchParams();
  const code = search.get('code') ?? '';
  const [answer, setAnswer] = useState<Answer>();
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
    <div className="mx-auto max-w-[32rem] py-6 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('me.confirm.title')}</h1>
      <p className="mt-1 mb-4 text-ink-2 lg:mb-6">{t('me.confirm.lead')}</p>
      <Card className="grid gap-4">
        <div className="flex items-center gap-4">
          <NameSeal name={account.name} className="size-12 text-xl" />
          <div>
            <p className="text-ink-2 text-sm">{t('me.confirm.as')}</p>
            <p className="font-semibold">{account.name}</p>
            <p className="text-ink-2">{maskedNumber(account.mobile)}</p>
          </div>
        </div>
        <Request code={code} onAnswer={setAnswer} />
      </Card>
    </div>
  );
}

type Words = ReturnType<typeof useTranslate>;

function outcome(t: Words, answer: Answer | undefined) {
  if (answer === 'confirmed') return { title: t('me.confirm.doneTitle'), text: t('me.confirm.doneText') };
  if (answer === 'wrong') return { title: t('me.confirm.refusedTitle'), text: t('me.confirm.wrongText') };
  if (answer === 'expired') return { title: t('me.confirm.expiredTitle'), text: t('me.confirm.expiredText') };
  if (answer === 'refused') return { title: t('me.confirm.refusedTitle'), text: t('me.confirm.refusedText') };
  return { title: t('me.confirm.refusedTitle'), text: t('me.confirm.noCode') };
}

type Root = NonNullable<ReturnType<typeof useShell>['root']>;
/** The account whose AI session is active here; only that one can log in another browser. */
function accountOf({ user, aiUser }: Root) {
  if (!aiUser.id) return undefined;
  return { name: user.id === aiUser.id ? user.name : '', mobile: aiUser.mobile };
}

type Asked = CallData<Contract['GET /api_ai/user/login_request']>;
type RequestProps = { code: string; onAnswer: (answer: Answer) => void };

function Request({ code, onAnswer }: RequestProps) {
  const t = useTranslate();
  const [round, setRound] = useState(0);
  const { value: asked, problem } = useRemote({
    key: `${code} ${round}`,
    read: async (api) => {
      try {
        return await api('GET /api_ai/user/login_request', { query: { code } });
      } catch (error) {
        if (error instanceof ApiError && error.code === codeExpired) onAnswer('expired');
        throw error;
      }
    },
  });
  if (problem !== undefined)
    return <ErrorState drawing={null} level={2} onRetry={() => setRound(round + 1)} className="py-4" />;
  if (asked === undefined)
    return (
      <Loading className="grid gap-3">
        <Skeleton className="h-24" />
        <Skeleton className="h-14" />
      </Loading>
    );
  return (
    <>
      <AskedBy asked={asked} />
      <p className="rounded-card border border-amber/40 bg-amber-soft p-3 text-sm">
        {t('me.confirm.warning')}
      </p>
      <Choice code={code} choices={asked.choices} onAnswer={onAnswer} />
      {/* Below the choice, which has to be on the screen of a phone. */}
      <p className="text-ink-2 text-sm">{t('me.confirm.whatHappens')}</p>
    </>
  );
}

/** The browser, the place and the time, in words. */
function AskedBy({ asked: { browser, network, is_same_network, asked_at } }: { asked: Asked }) {
  const t = useTranslate();
  const { locale } = useShell();
  const place = is_same_network
    ? t('me.confirm.sameNetwork')
    : t(network ? 'me.confirm.otherNetwork' : 'me.confirm.unknownNetwork');
  return (
    <dl className="grid gap-2 rounded-card bg-paper-2 p-4">
      <Line label={t('me.confirm.browser')}>{browser || t('me.confirm.unknownBrowser')}</Line>
      <Line label={t('me.confirm.where')}>
        {place}
        {network && !is_same_network && <span className="block text-ink-2 text-sm">{network}</span>}
      </Line>
      <Line label={t('me.confirm.when')}>
        <time dateTime={asked_at}>{formatShortTime(asked_at, locale)}</time>
      </Line>
    </dl>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
      <dt className="text-ink-2 text-sm leading-6">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function Choice({ code, choices, onAnswer }: RequestProps & { choices: readonly number[] }) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<number>();
  const { busy, problem, run } = useAction({
    refused: ({ code: why }) => {
      if (why === answerWrong) onAnswer('wrong');
      if (why === codeExpired) onAnswer('expired');
      return why === answerWrong || why === codeExpired;
    },
  });
  const confirm = (number: number) => {
    setChosen(number);
    return run(
      (api) => api('POST /api_ai/user/confirm_login', { body: { code, number } }),
      () => onAnswer('confirmed'),
    );
  };
  return (
    <>
      {problem && (
        <p role="alert" className="text-seal">
          {problem}
        </p>
      )}
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-semibold">{t('me.confirm.chooseNumber')}</legend>
        <div className="grid grid-cols-3 gap-2">
          {choices.map((number) => (
            <Button
              key={number}
              loading={busy && chosen === number}
              disabled={busy && chosen !== number}
              onClick={() => confirm(number)}
              className="min-h-14 font-serif text-2xl tracking-widest"
            >
              {number}
            </Button>
          ))}
        </div>
        <Button disabled={busy} onClick={() => onAnswer('refused')}>
          {t('me.confirm.no')}
        </Button>
      </fieldset>
    </>
  );
}
