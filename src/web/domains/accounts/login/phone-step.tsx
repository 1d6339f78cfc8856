import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import type { Face } from '#web/ground/api/renewal.ts';
import { isCode, useProblemWords, waitOf } from '#web/ground/api/use-problem.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import type { TypedNumber } from '#web/ground/login.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { useSecondsLeft } from '#web/ui/use-seconds-left.ts';
import { askForCode } from './ask-for-code.ts';
import { type Asked, keepDraft, readDraft } from './login-draft.ts';
import { PhoneInput, type PhoneTyped, usePhoneField } from './phone-input.tsx';
import { inGroups } from './phone-number.ts';

/** A code that was sent: to which number, and when. */

type PhoneStepProps = {
  side: Face;
  /** Typed elsewhere: the code is sent at once. */
  given?: TypedNumber | undefined;
  /** The code that was sent last, if it may still be used. */
  last: Asked | undefined;
  /** Why the visitor is here again. */
  notice?: string | undefined;
  onSent: (asked: Asked) => void;
};

const waitForCode = 2004;

/** The first step: to which number the code goes. */
export function PhoneStep({ side, given, last, notice, onSent }: PhoneStepProps) {
  const t = useWords();
  const api = useApi();
  const problemWords = useProblemWords();
  const field = usePhoneField();
  const [phone, setPhone] = useState<PhoneTyped>(() => {
    const { areaCode = field.first, national = '' } = given ?? {
      areaCode: readDraft().areaCode,
      national: readDraft().mobile,
    };
    return { areaCode, typed: inGroups(national) };
  });
  const [error, setError] = useState(notice);
  const [busy, setBusy] = useState<'sending' | 'proving'>();
  const [waitUntil, setWaitUntil] = useState(0);
  const wait = useSecondsLeft(waitUntil);
  const gone = useRef<AbortController>(undefined);

  const send = async (to: TypedNumber | undefined) => {
    if (!to) return setError(field.wrong(phone.areaCode));
    const whole = { areaCode: to.areaCode, typed: inGroups(to.national) };
    setPhone(whole);
    keepDraft({ areaCode: whole.areaCode, mobile: whole.typed });
    setError(undefined);
    setBusy('sending');
    const { signal } = gone.current ?? {};
    try {
      const sent = await askForCode(api, {
        side,
        to,
        onProof: () => setBusy('proving'),
        ...(signal && { signal }),
      });
      if (!signal?.aborted) onSent({ ...sent, to, at: Date.now() });
    } catch (failure) {
      if (signal?.aborted) return;
      // A code for this number is on its way already: go on to it.
      if (isCode(failure, waitForCode) && last && isSame(last.to, to) && isAlive(last)) return onSent(last);
      setWaitUntil(Date.now() + waitOf(failure) * 1000);
      setError((failure as { fields?: { mobile?: string } }).fields?.mobile ?? problemWords(failure));
    } finally {
      if (!signal?.aborted) setBusy(undefined);
    }
  };

  const sendLatest = useRef(send);
  sendLatest.current = send;
  useEffect(() => {
    gone.current = new AbortController();
    if (given) sendLatest.current(given);
    return () => gone.current?.abort();
  }, [given]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) send(field.read(phone));
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label={field.label} help={t('login.mobileHelp')} error={error}>
        {(control) => (
          <PhoneInput
            {...control}
            data-autofocus
            value={phone}
            readOnly={busy !== undefined}
            onValue={(value) => {
              setPhone(value);
              setError(undefined);
              keepDraft({ areaCode: value.areaCode, mobile: value.typed });
            }}
          />
        )}
      </Field>
      <Button variant="primary" type="submit" loading={busy !== undefined} disabled={wait > 0}>
        {wait > 0 ? t('login.waitSeconds', { seconds: wait }) : t('login.sendCode')}
      </Button>
      <p role="status" className={busy === 'proving' ? 'text-center text-ink-2 text-sm' : 'sr-only'}>
        {busy === 'proving' && t('login.proving')}
      </p>
    </form>
  );
}

const isSame = (one: TypedNumber, other: TypedNumber) =>
  one.areaCode === other.areaCode && one.national === other.national;

export const isAlive = ({ at, expires_in }: Asked) => Date.now() < at + expires_in * 1000;
