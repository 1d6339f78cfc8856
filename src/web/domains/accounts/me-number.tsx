import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { CallData } from '#shared/call.ts';
import { codeWrong } from '#shared/codes/numbers.ts';
import type { Contract } from '#shared/contract.ts';
import { formatShortTime } from '#shared/hong-kong.ts';
import type { AppSide } from '#web/ground/api/renewal.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { type TypedNumber, useLogin } from '#web/ground/login.ts';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice, ProblemLine } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useSecondsLeft } from '#web/ui/use-seconds-left.ts';
import { ifAllowed } from './ai-alone.ts';
import { askForCode, type CodeSent, sentTo } from './login/ask-for-code.ts';
import { CodeInput } from './login/code-input.tsx';
import { DemoCode } from './login/demo-code.tsx';
import { PhoneInput, usePhoneField } from './login/phone-input.tsx';
import { inGroups, maskedNumber, splitNumber } from './login/phone-number.ts';
import { MeError, MePage } from './me-page.tsx';

export const loader = async (args: LoaderFunctionArgs) => {
  const api = apiOf(args);
  const [asked, factor] = await Promise.all([
    ifSignedIn(api('GET /api/users/number_request')),
    ifSignedIn(api('GET /api/users/second_factor')),
  ]);
  const ofAi = asked ? undefined : await ifAllowed(api('GET /api_ai/user/number_request'));
  return { pending: asked?.pending, aiPending: ofAi?.pending, hasFactor: factor?.is_on ?? false };
};
export const meta = pageMeta('meNumber');
export const ErrorBoundary = MeError;

/** The number of the account: a move that can be stopped, and the change by codes to both numbers. */
export default function MeNumber() {
  const t = useTranslate();
  const { root } = useShell();
  const { pending, aiPending, hasFactor } = useLoaderData<typeof loader>();
  if (root?.aiUser.id && aiPending !== undefined)
    return <AiNumber mobile={root.aiUser.mobile} pending={aiPending} />;
  if (!root?.user.id || pending === undefined) return <SignedOut title={t('me.changeNumber.title')} />;
  return (
    <MePage title={t('me.changeNumber.title')} lead={t('me.changeNumber.lead')}>
      {pending && <PendingMove side="product" pending={pending} />}
      <Card as="section" className="grid gap-4">
        <Present mobile={root.user.mobile} />
        <Change key={root.user.mobile} present={splitNumber(root.user.mobile)} hasFactor={hasFactor} />
      </Card>
    </MePage>
  );
}

function Present({ mobile }: { mobile: string }) {
  const t = useTranslate();
  return (
    <div>
      <h2 className="text-lg">{t('me.changeNumber.present')}</h2>
      <p>{maskedNumber(mobile)}</p>
    </div>
  );
}

/** For who uses the AI side alone: the number, and a move that can be stopped. */
function AiNumber({ mobile, pending }: { mobile: string; pending: Pending | null }) {
  const t = useTranslate();
  const login = useLogin();
  return (
    <MePage title={t('me.changeNumber.title')} lead={t('me.changeNumber.lead')}>
      {pending && <PendingMove side="ai" pending={pending} />}
      <Card as="section" className="grid gap-4">
        <Present mobile={mobile} />
        <p className="text-ink-2">{t('me.changeNumber.aiText')}</p>
        <Button className="justify-self-start" onClick={() => login.open()}>
          {t('aiLogin.useProduct')}
        </Button>
      </Card>
    </MePage>
  );
}

type Pending = NonNullable<CallData<Contract['GET /api/users/number_request']>['pending']>;

type PendingProps = { side: AppSide; pending: Pending };

function PendingMove({ side, pending: { id, mobile, due_at } }: PendingProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { busy, problem, run } = useAction({ refresh: true });
  // A line must not end within the number.
  const whole = mobile.replaceAll(' ', '\u00a0');
  const stop = () =>
    run(
      (api) =>
        api(side === 'ai' ? 'POST /api_ai/user/stop_number_request' : 'POST /api/users/stop_number_request', {
          body: { id },
        }),
      t('me.changeNumber.stopped'),
    );
  return (
    <Notice tone="seal" className="grid gap-3">
      <div>
        <h2 className="text-lg">{t('me.changeNumber.pendingTitle')}</h2>
        <p className="mt-1">
          {due_at
            ? t('me.changeNumber.pendingText', { mobile: whole, time: formatShortTime(due_at, locale) })
            : t('me.changeNumber.pendingSoon', { mobile: whole })}
        </p>
      </div>
      <ProblemLine>{problem}</ProblemLine>
      <Button variant="primary" loading={busy} onClick={stop} className="justify-self-start">
        {t('me.changeNumber.stop')}
      </Button>
    </Notice>
  );
}

type Sent = { to: TypedNumber; present: CodeSent; next: CodeSent };
type ChangeProps = { present: TypedNumber; hasFactor: boolean };

function Change({ present, hasFactor }: ChangeProps) {
  const [sent, setSent] = useState<Sent>();
  const [notice, setNotice] = useState<string>();
  if (!sent)
    return (
      <NumberForm
        present={present}
        notice={notice}
        onSent={(fresh) => {
          setNotice(undefined);
          setSent(fresh);
        }}
      />
    );
  return (
    <CodesForm
      sent={sent}
      present={present}
      hasFactor={hasFactor}
      onAgain={(why) => {
        setNotice(why);
        setSent(undefined);
      }}
    />
  );
}

type NumberFormProps = { present: TypedNumber; notice: string | undefined; onSent: (sent: Sent) => void };

/** Sends one code to each number. */
function NumberForm({ present, notice, onSent }: NumberFormProps) {
  const t = useTranslate();
  const phone = usePhoneField();
  const [typed, setTyped] = useState({ areaCode: phone.first, typed: '' });
  const [waitUntil, setWaitUntil] = useState(0);
  const { busy, problem, fields, run, refuse, clear } = useAction({
    refused: ({ waitSeconds }) => setWaitUntil(Date.now() + waitSeconds * 1000),
  });
  const wait = useSecondsLeft(waitUntil);
  const send = async () => {
    const to = phone.read(typed);
    if (!to) return refuse(phone.wrong(typed.areaCode));
    if (to.areaCode === present.areaCode && to.national === present.national)
      return refuse(t('me.changeNumber.same'));
    await run(async (api) => {
      // The new number first: where it cannot have a code, the present one is not sent any.
      const next = await askForCode(api, { side: 'product', to });
      return { to, next, present: await askForCode(api, { side: 'product', to: present }) };
    }, onSent);
  };
  return (
    <SendForm onSend={send} className="grid gap-4">
      <Field
        label={t('me.changeNumber.new')}
        help={t('me.changeNumber.newHelp')}
        error={fields.mobile ?? problem ?? notice}
        className="lg:max-w-80"
      >
        <PhoneInput
          value={typed}
          readOnly={busy}
          onValue={(value) => {
            setTyped(value);
            clear();
          }}
        />
      </Field>
      <Button
        variant="primary"
        type="submit"
        loading={busy}
        disabled={wait > 0}
        className="justify-self-start"
      >
        {wait > 0 ? t('login.waitSeconds', { seconds: wait }) : t('me.changeNumber.sendBoth')}
      </Button>
    </SendForm>
  );
}

type CodesFormProps = ChangeProps & { sent: Sent; onAgain: (why?: string) => void };

function CodesForm({ sent, present, hasFactor, onAgain }: CodesFormProps) {
  const t = useTranslate();
  const [oldCode, setOldCode] = useState('');
  const [newCode, setNewCode] = useState('');
  const [factor, setFactor] = useState('');
  const { busy, problem, run, refuse, clear } = useAction({
    refresh: true,
    // After any other refusal one of the codes is used up.
    refused: ({ code, message }) => {
      if (code === codeWrong) return false;
      onAgain(message);
      return true;
    },
  });
  const shown = ({ areaCode, national }: TypedNumber) => `+${areaCode} ${inGroups(national)}`;
  const change = async () => {
    if (oldCode.length < 6 || newCode.length < 6) return refuse(t('me.changeNumber.codesShort'));
    const body = {
      present: { request_id: sent.present.request_id, code: oldCode },
      next: { request_id: sent.next.request_id, ...sentTo(sent.to), code: newCode },
      ...(hasFactor && { factor_code: factor.trim() }),
    };
    await run((api) => api('POST /api/users/change_number', { body }), t('me.changeNumber.done'));
  };
  const entering = (set: (code: string) => void) => (code: string) => {
    set(code);
    clear();
  };
  return (
    <SendForm onSend={change} className="grid gap-4">
      <p role="status">{t('me.changeNumber.sent')}</p>
      {sent.present.demo_code && <DemoCode code={sent.present.demo_code} onUse={entering(setOldCode)} />}
      <Field
        label={t('me.changeNumber.codeOf', {
          mobile: maskedNumber(`+${present.areaCode} ${present.national}`),
        })}
        className="lg:max-w-80"
      >
        <CodeInput value={oldCode} readOnly={busy} fromMessage={false} onValue={entering(setOldCode)} />
      </Field>
      {sent.next.demo_code && <DemoCode code={sent.next.demo_code} onUse={entering(setNewCode)} />}
      <Field label={t('me.changeNumber.codeOf', { mobile: shown(sent.to) })} className="lg:max-w-80">
        <CodeInput
          value={newCode}
          readOnly={busy}
          isFirst={false}
          fromMessage={false}
          onValue={entering(setNewCode)}
        />
      </Field>
      {hasFactor && (
        <Field label={t('login.appCode')} className="lg:max-w-80">
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            value={factor}
            readOnly={busy}
            onChange={(event) => entering(setFactor)(event.target.value)}
          />
        </Field>
      )}
      <ProblemLine>{problem}</ProblemLine>
      <p className="text-ink-2 text-sm">{t('me.changeNumber.whatFollows')}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" loading={busy}>
          {t('me.changeNumber.change')}
        </Button>
        <Button disabled={busy} onClick={() => onAgain()}>
          {t('me.cancel')}
        </Button>
      </div>
    </SendForm>
  );
}
