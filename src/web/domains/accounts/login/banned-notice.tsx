import { useEffect, useRef, useState } from 'react';
import { codeWrong, conflict, notFound } from '#shared/codes/numbers.ts';
import { dayOf, formatDay } from '#shared/hong-kong.ts';
import type { BannedState, BanRequest, BanWish } from '#shared/safety/ban-requests.ts';
import { banWishes, longestBanWords } from '#shared/safety/limits.ts';
import { QrCodes } from '#web/domains/reference/qr-codes.tsx';
import { reference } from '#web/domains/reference/store.ts';
import type { AppSide } from '#web/ground/api/renewal.ts';
import { saveFile } from '#web/ground/api/save-file.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { TypedNumber } from '#web/ground/login.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice, ProblemLine } from '#web/ui/feedback/notice.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input, Textarea } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { sentTo } from './ask-for-code.ts';

type BannedNoticeProps = {
  side: AppSide;
  /** The number that was proved by a code just now. */
  to: TypedNumber;
  /** Of the refusal; a server of before may leave out all of it but the reason. */
  details: Partial<Record<keyof BannedState, unknown>>;
};

/** Who is banned cannot log in, and asks here: appeals, has their data sent or deleted, and reads the answer. */
export function BannedNotice({ side, to, details }: BannedNoticeProps) {
  const t = useTranslate();
  const [state, setState] = useState(() => stateOf(details));
  const { reason, has_account, requests } = state;
  const notice = useRef<HTMLDivElement>(null);
  // The field for the code, which had the focus, is gone.
  useEffect(() => notice.current?.focus(), []);
  const waiting = requests.filter(isSettled).map(({ wish }) => wish);
  const wishes = banWishes.filter((wish) => (wish === 'appeal' || has_account) && !waiting.includes(wish));
  return (
    <div className="grid gap-5">
      <Notice ref={notice} tone="seal" role="alert" tabIndex={-1} className="grid gap-1">
        <h3 className="text-base">{t('login.bannedTitle')}</h3>
        {reason !== '' && <p className="whitespace-pre-line">{t('login.bannedReason', { reason })}</p>}
        <p>{t(has_account ? 'login.bannedText' : 'login.bannedNoAccount')}</p>
      </Notice>
      {requests.length > 0 && <Requests side={side} to={to} state={state} />}
      {wishes.length > 0 && (
        <RequestForm key={wishes.join()} {...{ side, to, state, wishes }} onSent={setState} />
      )}
      <Contacts />
    </div>
  );
}

/** It waits for a decision, or the copy can be fetched: there is nothing to ask for again. */
const isSettled = ({ decision, download_until }: BanRequest) => decision === null || download_until !== null;

const stateOf = ({ reason, has_account, needs_factor, requests }: BannedNoticeProps['details']) => ({
  reason: typeof reason === 'string' ? reason : '',
  has_account: has_account === true,
  needs_factor: needs_factor === true,
  requests: Array.isArray(requests) ? (requests as BanRequest[]) : [],
});

type PartProps = Pick<BannedNoticeProps, 'side' | 'to'> & { state: BannedState };

/** What became of the latest request of each wish. */
function Requests({ side, to, state }: PartProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const day = (at: string) => formatDay(dayOf(at), locale);
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('login.banned.yours')}</h3>
      <ul role="status" className="grid gap-2">
        {state.requests.map((request) => (
          <li key={request.wish} className="grid gap-1 rounded-card border border-line px-3 py-2 text-sm">
            <p className="font-bold">{t(`login.banned.${request.wish}`)}</p>
            <p className="text-ink-2">{becameOf(t, request, day)}</p>
            {request.answer !== '' && (
              <blockquote className="whitespace-pre-line border-line border-l-2 pl-3">
                {t('login.banned.answer', { answer: request.answer })}
              </blockquote>
            )}
            {request.download_until !== null && <Download side={side} to={to} state={state} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function becameOf(t: Translate, request: BanRequest, day: (at: string) => string) {
  const { wish, decision, made_at, decided_at, download_until } = request;
  if (decision === null) return t('login.banned.waiting', { day: day(made_at) });
  if (download_until !== null) return t('login.banned.ready', { day: day(download_until) });
  if (decision === 'granted' && wish === 'copy') return t('login.banned.missed');
  const decided = { day: day(decided_at ?? made_at) };
  if (decision === 'granted') return t('login.banned.deleted', decided);
  if (decision === 'kept') return t('login.banned.kept', decided);
  return decision === 'refused' ? t('login.banned.refused', decided) : t('login.banned.over');
}

/** Messages for what may have happened since the log-in was refused. */
const messagesIn = (t: Translate) => ({
  [conflict]: t('login.banned.lifted'),
  [codeWrong]: t('login.banned.factorWrong'),
  [notFound]: t('login.banned.missed'),
});

function Download({ side, to, state }: PartProps) {
  const t = useTranslate();
  const [factor, setFactor] = useState('');
  const { busy, problem, fields, run, refuse } = useAction({ messages: messagesIn(t) });
  const download = async () => {
    if (state.needs_factor && factor.trim().length < 6)
      return refuse({ factor_code: t('login.banned.factorNeeded') });
    const body = { ...sentTo(to), ...(state.needs_factor && { factor_code: factor.trim() }) };
    await run(
      (api) =>
        side === 'ai'
          ? api('POST /api_ai/user/banned_copy', { body })
          : api('POST /api/users/banned_copy', { body }),
      (archive) => saveFile('mingshi-data.zip', archive),
    );
    setFactor('');
  };
  return (
    <SendForm onSend={download} className="mt-1 grid gap-2">
      {state.needs_factor && <FactorField value={factor} error={fields.factor_code} onValue={setFactor} />}
      <ProblemLine>{problem}</ProblemLine>
      <Button type="submit" loading={busy} className="justify-self-start">
        {t('login.banned.download')}
      </Button>
    </SendForm>
  );
}

type RequestFormProps = PartProps & {
  wishes: readonly BanWish[];
  onSent: (state: BannedState) => void;
};

function RequestForm({ side, to, state, wishes, onSent }: RequestFormProps) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<BanWish>();
  const [words, setWords] = useState('');
  const [factor, setFactor] = useState('');
  const { busy, problem, fields, run, refuse } = useAction({ messages: messagesIn(t) });
  const wish = wishes.length === 1 ? wishes[0] : chosen;
  const needsFactor = state.needs_factor && wish !== undefined && wish !== 'appeal';
  const send = async () => {
    if (wish === undefined) return refuse({ wish: t('login.banned.wishNeeded') });
    if (wish === 'appeal' && words.trim() === '') return refuse({ words: t('login.banned.wordsNeeded') });
    if (needsFactor && factor.trim().length < 6)
      return refuse({ factor_code: t('login.banned.factorNeeded') });
    const body = {
      ...{ ...sentTo(to), wish, words: words.trim() },
      ...(needsFactor && { factor_code: factor.trim() }),
    };
    await run(
      (api) =>
        side === 'ai'
          ? api('POST /api_ai/user/banned_request', { body })
          : api('POST /api/users/banned_request', { body }),
      onSent,
    );
  };
  const label = (one: BanWish) => ({
    value: one,
    label: t(`login.banned.${one}`),
    text: t(`login.banned.${one}Text`),
  });
  return (
    <SendForm onSend={send} className="grid gap-4">
      {wishes.length > 1 ? (
        <ChoiceCards
          id="banned-wish"
          legend={t('login.banned.wish')}
          choices={wishes.map(label)}
          value={wish}
          error={fields.wish}
          columns="grid-cols-1"
          onChoose={setChosen}
        />
      ) : (
        <h3 className="text-base">{wish && t(`login.banned.${wish}`)}</h3>
      )}
      <Field
        label={t('login.banned.words')}
        optional={wish === 'copy' || wish === 'delete'}
        error={fields.words}
      >
        <Textarea
          rows={4}
          maxLength={longestBanWords}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
      {needsFactor && <FactorField value={factor} error={fields.factor_code} onValue={setFactor} />}
      <ProblemLine>{problem}</ProblemLine>
      <Button variant="primary" type="submit" loading={busy}>
        {t('login.banned.send')}
      </Button>
    </SendForm>
  );
}

type FactorFieldProps = { value: string; error: string | undefined; onValue: (code: string) => void };

/** What the account holds leaves it only with the second factor, where one is on. */
function FactorField({ value, error, onValue }: FactorFieldProps) {
  const t = useTranslate();
  return (
    <Field label={t('login.banned.factor')} error={error}>
      <Input
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  );
}

/** Ways to a person, where some are configured; the code of the website leads only back here. */
function Contacts() {
  const t = useTranslate();
  const { locale } = useShell();
  const { value } = useRemote({ key: locale, read: (api) => reference(api, locale, 'qr_code') });
  const codes = value?.filter(({ slug }) => slug !== 'website') ?? [];
  if (codes.length === 0) return null;
  return (
    <section className="grid gap-3 border-line border-t pt-4">
      <h3 className="text-base">{t('login.banned.contact')}</h3>
      <QrCodes codes={codes} />
    </section>
  );
}
