import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { dayOf, formatDay } from '#shared/hong-kong.ts';
import type { Standing } from '#shared/safety/standing.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice, ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ExportData } from './export-data.tsx';
import { MeError, MePage } from './me-page.tsx';

/** Somebody may be logged in to the AI side alone. */
export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const standing = await ifSignedIn(api('GET /api/users/standing'));
  if (standing) return { standing, isAiOnly: false };
  return { standing: await ifSignedIn(api('GET /api_ai/user/standing')), isAiOnly: true };
}
export const meta = pageMeta('meStanding');
export const ErrorBoundary = MeError;

type Suspension = NonNullable<Standing['suspension']>;

export default function MeStanding() {
  const t = useTranslate();
  const { standing, isAiOnly } = useLoaderData<typeof loader>();
  if (!standing) return <SignedOut title={t('me.standing.title')} />;
  const { suspension, warnings } = standing;
  if (suspension) return <Suspended suspension={suspension} isAiOnly={isAiOnly} />;
  return (
    <MePage title={t('me.standing.title')} lead={t('me.standing.lead')}>
      {warnings.length === 0 ? (
        <Notice tone="jade">{t('me.standing.well')}</Notice>
      ) : (
        <Notice>{t('me.standing.warned')}</Notice>
      )}
      <Warnings warnings={warnings} />
    </MePage>
  );
}

/** Everything that a suspended person can still do. */
function Suspended({ suspension, isAiOnly }: { suspension: Suspension; isAiOnly: boolean }) {
  const t = useTranslate();
  const { locale } = useShell();
  const { cause, reason, since, until, appeal } = suspension;
  const day = formatDay(until, locale);
  return (
    <div className="mx-auto max-w-[44rem] py-6 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('me.standing.suspendedTitle')}</h1>
      <p className="mt-1 mb-6 text-ink-2">{t('me.standing.suspendedLead', { day })}</p>
      <div className="grid gap-5">
        <Card as="section" className="grid gap-3">
          <h2 className="text-lg">{t('me.standing.why')}</h2>
          <p className="whitespace-pre-line">{reason}</p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            <dt className="text-ink-2">{t('me.standing.cause')}</dt>
            <dd>{t(`me.standing.causes.${cause}`)}</dd>
            <dt className="text-ink-2">{t('me.standing.since')}</dt>
            <dd>{formatDay(dayOf(since), locale)}</dd>
            <dt className="text-ink-2">{t('me.standing.until')}</dt>
            <dd>{day}</dd>
          </dl>
          <p className="text-ink-2 text-sm">{t('me.standing.meanwhile')}</p>
        </Card>
        <Appeal appeal={appeal} isAiOnly={isAiOnly} />
        <ExportData side={isAiOnly ? 'ai' : 'product'} />
        <DeleteAccount side={isAiOnly ? 'ai' : 'product'} />
      </div>
    </div>
  );
}

function Appeal({ appeal, isAiOnly }: { appeal: Suspension['appeal']; isAiOnly: boolean }) {
  const t = useTranslate();
  const { locale } = useShell();
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="text-lg">{t('me.standing.appeal')}</h2>
      {appeal && (
        <>
          <p role="status">
            {t(appeal.decision === null ? 'me.standing.appealOpen' : 'me.standing.appealKept', {
              day: formatDay(dayOf(appeal.decided_at ?? appeal.made_at), locale),
            })}
          </p>
          <blockquote className="whitespace-pre-line border-line border-l-2 pl-3 text-ink-2 text-sm">
            {appeal.words}
          </blockquote>
        </>
      )}
      {appeal?.decision !== null && <AppealForm isAgain={appeal !== null} isAiOnly={isAiOnly} />}
    </Card>
  );
}

function AppealForm({ isAgain, isAiOnly }: { isAgain: boolean; isAiOnly: boolean }) {
  const t = useTranslate();
  const [words, setWords] = useState('');
  const { busy, problem, fields, run, refuse } = useAction({ refresh: true });
  const send = async () => {
    const body = { words: words.trim() };
    if (body.words === '') return refuse({ words: t('me.standing.wordsNeeded') });
    const sent = await run(
      (api) =>
        isAiOnly
          ? api('POST /api_ai/user/standing/appeal', { body })
          : api('POST /api/users/standing/appeal', { body }),
      t('me.standing.appealSent'),
    );
    if (sent) setWords('');
  };
  return (
    <SendForm onSend={send} className="grid gap-3">
      <p className="text-ink-2 text-sm">
        {t(isAgain ? 'me.standing.appealAgain' : 'me.standing.appealText')}
      </p>
      <ProblemNotice>{problem}</ProblemNotice>
      <Field label={t('me.standing.words')} error={fields.words}>
        <Textarea
          rows={5}
          maxLength={2000}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
      <Button variant="primary" type="submit" loading={busy} className="justify-self-start">
        {t('me.standing.send')}
      </Button>
    </SendForm>
  );
}

function Warnings({ warnings }: Pick<Standing, 'warnings'>) {
  const t = useTranslate();
  const { locale } = useShell();
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="text-lg">{t('me.standing.warnings')}</h2>
      {warnings.length === 0 && <p className="text-ink-2">{t('me.standing.noWarnings')}</p>}
      <ul className="grid gap-3 empty:hidden">
        {warnings.map(({ cause, reason, made_at }) => (
          <li key={made_at} className="grid gap-1 border-line border-t pt-3 first:border-t-0 first:pt-0">
            <p className="whitespace-pre-line">{reason}</p>
            <p className="text-ink-2 text-sm">
              {t(`me.standing.causes.${cause}`)} ・ {formatDay(dayOf(made_at), locale)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
