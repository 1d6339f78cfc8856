import { type ReactNode, useState } from 'react';
import { longestStory } from '#shared/account-defaults.ts';
import { type Fields, useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { TypedNumber } from '#web/ground/login.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input, Textarea } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { askForCode, type CodeSent, sentTo } from './login/ask-for-code.ts';
import { CodeInput } from './login/code-input.tsx';
import { DemoCode } from './login/demo-code.tsx';
import { PhoneInput, usePhoneField } from './login/phone-input.tsx';
import { inGroups } from './login/phone-number.ts';

export const meta = pageMeta('lostNumber');

const prefix = 'lost-';
type Details = { old: TypedNumber; to: TypedNumber; name: string; story: string };

/** For somebody without the number of the account: asks an operator to move it to a new number. */
export default function LostNumber() {
  const t = useTranslate();
  const { href } = useShell();
  const [asked, setAsked] = useState<{ details: Details; sent: CodeSent }>();
  const [refused, setRefused] = useState<Fields>({});
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <Frame>
        <div role="status">
          <EmptyState
            title={t('me.lost.doneTitle')}
            text={t('me.lost.doneText')}
            action={
              <ButtonLink to={href('/')} variant="secondary">
                {t('rooms.home')}
              </ButtonLink>
            }
          />
        </div>
      </Frame>
    );
  return (
    <Frame>
      <p className="mt-1 mb-6 text-ink-2">{t('me.lost.lead')}</p>
      <Card>
        {/* Hidden and not removed, so that nothing typed is lost by going back. */}
        <div hidden={asked !== undefined}>
          <DetailsForm
            refused={refused}
            onSent={(details, sent) => {
              setRefused({});
              setAsked({ details, sent });
            }}
          />
        </div>
        {asked && (
          <CodeForm
            key={asked.sent.request_id}
            {...asked}
            onBack={(fields) => {
              setRefused(fields);
              setAsked(undefined);
            }}
            onDone={() => setDone(true)}
          />
        )}
      </Card>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const t = useTranslate();
  return (
    <div className="mx-auto max-w-[36rem] py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('me.lost.title')}</h1>
      {children}
    </div>
  );
}

type DetailsProps = {
  /** What the server said of these details after the code. */
  refused: Fields;
  onSent: (details: Details, sent: CodeSent) => void;
};

function DetailsForm({ refused, onSent }: DetailsProps) {
  const t = useTranslate();
  const phone = usePhoneField();
  const [old, setOld] = useState({ areaCode: phone.first, typed: '' });
  const [to, setTo] = useState({ areaCode: phone.first, typed: '' });
  const [name, setName] = useState('');
  const [story, setStory] = useState('');
  const { busy, problem, fields: found, run, refuse } = useAction();
  const fields = Object.keys(found).length > 0 ? found : refused;
  // Two fields are numbers, so the message names the one it is about.
  const wrong = (field: 'me.lost.old' | 'me.lost.new', areaCode: string) =>
    t('me.lost.wrong', { field: t(field), wrong: phone.wrong(areaCode) });
  const send = async () => {
    const [oldNumber, newNumber] = [phone.read(old), phone.read(to)];
    const missing = {
      ...(!oldNumber && { old_mobile: wrong('me.lost.old', old.areaCode) }),
      ...(!name.trim() && { name: t('me.lost.nameMissing') }),
      ...(!newNumber && { mobile: wrong('me.lost.new', to.areaCode) }),
    };
    if (!oldNumber || !newNumber || Object.keys(missing).length > 0) return refuse(missing);
    const details = { old: oldNumber, to: newNumber, name: name.trim(), story: story.trim() };
    await run(
      (api) => askForCode(api, { side: 'product', to: newNumber }),
      (sent) => onSent(details, sent),
    );
  };
  return (
    <SendForm onSend={send} className="grid gap-4">
      <ErrorSummary problems={fields} prefix={prefix} />
      <Field label={t('me.lost.old')} error={fields.old_mobile} id={`${prefix}old_mobile`}>
        <PhoneInput value={old} readOnly={busy} onValue={setOld} />
      </Field>
      <Field label={t('me.lost.name')} help={t('me.lost.nameHelp')} error={fields.name} id={`${prefix}name`}>
        <Input
          autoComplete="name"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t('me.lost.story')} help={t('me.lost.storyHelp')} optional>
        <Textarea
          rows={4}
          maxLength={longestStory}
          value={story}
          onChange={(event) => setStory(event.target.value)}
        />
      </Field>
      <Field
        label={t('me.lost.new')}
        help={t('me.lost.newHelp')}
        error={fields.mobile}
        id={`${prefix}mobile`}
      >
        <PhoneInput value={to} readOnly={busy} onValue={setTo} />
      </Field>
      <ProblemLine>{Object.keys(fields).length === 0 && problem}</ProblemLine>
      <Button variant="primary" type="submit" loading={busy}>
        {t('me.lost.sendCode')}
      </Button>
    </SendForm>
  );
}

type CodeFormProps = {
  details: Details;
  sent: CodeSent;
  onBack: (refused: Fields) => void;
  onDone: () => void;
};

function CodeForm({ details, sent, onBack, onDone }: CodeFormProps) {
  const t = useTranslate();
  const { old, to, name, story } = details;
  const [code, setCode] = useState('');
  const { busy, problem, run, refuse, clear } = useAction({
    refused: ({ fields }) => {
      if (Object.keys(fields).length === 0) return false;
      onBack(fields);
      return true;
    },
  });
  const ask = async () => {
    if (code.length < 6) return refuse(t('login.codeShort'));
    const body = {
      ...{ request_id: sent.request_id, ...sentTo(to), code, name, story },
      ...{ old_area_code: old.areaCode, old_mobile: old.national },
    };
    const done = await run((api) => api('POST /api/users/lost_number', { body }), onDone);
    if (done === false) setCode('');
  };
  return (
    <SendForm onSend={ask} className="grid gap-4">
      <p role="status">{t('login.sentTo', { mobile: `+${to.areaCode} ${inGroups(to.national)}` })}</p>
      {sent.demo_code && <DemoCode code={sent.demo_code} onUse={setCode} />}
      <Field label={t('login.code')} error={problem}>
        <CodeInput
          value={code}
          readOnly={busy}
          onValue={(entered) => {
            setCode(entered);
            clear();
          }}
        />
      </Field>
      <p className="text-ink-2 text-sm">{t('me.lost.whatFollows')}</p>
      <Button variant="primary" type="submit" loading={busy}>
        {t('me.lost.ask')}
      </Button>
      <Button variant="quiet" disabled={busy} onClick={() => onBack({})}>
        {t('me.lost.back')}
      </Button>
    </SendForm>
  );
}
