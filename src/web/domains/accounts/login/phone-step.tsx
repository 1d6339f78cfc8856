import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/ground/api/api.ts';
import type { AppSide } from '#web/ground/api/renewal.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { TypedNumber } from '#web/ground/login.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useSecondsLeft } from '#web/ui/use-seconds-left.ts';
import { askForCode } from './ask-for-code.ts';
import { keepDraft, readDraft, type SentCode } from './login-draft.ts';
import { PhoneInput, type PhoneTyped, usePhoneField } from './phone-input.tsx';
import { inGroups } from './phone-number.ts';

type PhoneStepProps = {
  side: AppSide;
  /** A number typed elsewhere: the code is sent at once. */
  given?: TypedNumber | undefined;
  /** The last code sent, if it can still be used. */
  last: SentCode | undefined;
  /** Why the visitor is back at this step. */
  notice?: string | undefined;
  /** Shown above the button. */
  consent?: ReactNode;
  onSent: (asked: SentCode) => void;
};

const waitForCode = 2004;

/** The first step: the number to which the code is sent. */
export function PhoneStep({ side, given, last, notice, consent, onSent }: PhoneStepProps) {
  const t = useTranslate();
  const field = usePhoneField();
  const [phone, setPhone] = useState<PhoneTyped>(() => {
    const { areaCode = field.first, national = '' } = given ?? {
      areaCode: readDraft().areaCode,
      national: readDraft().mobile,
    };
    return { areaCode, typed: inGroups(national) };
  });
  const [reason, setReason] = useState(notice);
  const [isProving, setProving] = useState(false);
  const [waitUntil, setWaitUntil] = useState(0);
  const { busy, problem, fields, run, refuse, clear } = useAction({
    refused: ({ waitSeconds }) => setWaitUntil(Date.now() + waitSeconds * 1000),
  });
  const wait = useSecondsLeft(waitUntil);
  const unmounted = useRef<AbortController>(undefined);

  const send = async (to: TypedNumber | undefined) => {
    setReason(undefined);
    if (!to) return refuse(field.wrong(phone.areaCode));
    const complete = { areaCode: to.areaCode, typed: inGroups(to.national) };
    setPhone(complete);
    keepDraft({ areaCode: complete.areaCode, mobile: complete.typed });
    const { signal } = unmounted.current ?? {};
    await run(
      async (api) => {
        try {
          const onProof = () => setProving(true);
          const sent = await askForCode(api, { side, to, onProof, ...(signal && { signal }) });
          return { ...sent, to, at: Date.now() };
        } catch (failure) {
          // A code for this number was sent recently: continue with it.
          const isSent = failure instanceof ApiError && failure.code === waitForCode;
          if (isSent && last && isSame(last.to, to) && isAlive(last)) return last;
          // No message after the sheet was closed.
          if (signal?.aborted) return undefined;
          throw failure;
        } finally {
          setProving(false);
        }
      },
      (asked) => asked && !signal?.aborted && onSent(asked),
    );
  };

  const sendLatest = useRef(send);
  sendLatest.current = send;
  useEffect(() => {
    unmounted.current = new AbortController();
    if (given) sendLatest.current(given);
    return () => unmounted.current?.abort();
  }, [given]);

  return (
    <SendForm onSend={() => send(field.read(phone))} className="grid gap-4">
      <Field label={field.label} help={t('login.mobileHelp')} error={fields.mobile ?? problem ?? reason}>
        <PhoneInput
          data-autofocus
          value={phone}
          readOnly={busy}
          onValue={(value) => {
            setPhone(value);
            setReason(undefined);
            clear();
            keepDraft({ areaCode: value.areaCode, mobile: value.typed });
          }}
        />
      </Field>
      {consent}
      <Button variant="primary" type="submit" loading={busy} disabled={wait > 0}>
        {wait > 0 ? t('login.waitSeconds', { seconds: wait }) : t('login.sendCode')}
      </Button>
      <p role="status" className={isProving ? 'text-center text-ink-2 text-sm' : 'sr-only'}>
        {isProving && t('login.proving')}
      </p>
    </SendForm>
  );
}

const isSame = (one: TypedNumber, other: TypedNumber) =>
  one.areaCode === other.areaCode && one.national === other.national;

export const isAlive = ({ at, expires_in }: SentCode) => Date.now() < at + expires_in * 1000;
