import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { badInput, linkOver } from '#shared/codes/numbers.ts';
import { topicNames } from '#shared/notices/topic-names.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LetterDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { secretMeta } from './secret-meta.ts';

const overCodes: readonly number[] = [badInput, linkOver];

export const loader = async (args: LoaderFunctionArgs) => {
  const token = args.url.searchParams.get('token')?.slice(0, 200) ?? '';
  try {
    const { topic } = await apiOf(args)('GET /api/email/subscription', { query: { token } });
    return { token, topic };
  } catch (error) {
    if (error instanceof ApiError && overCodes.includes(error.code)) return { token, topic: undefined };
    throw error;
  }
};
export const meta = secretMeta('emailUnsubscribe');

/** Where the link at the end of a mail leads; without log-in, and nothing stops before it is asked for. */
export default function UnsubscribePage() {
  const t = useTranslate();
  const { href, locale } = useShell();
  const { token, topic } = useLoaderData<typeof loader>();
  const [stopped, setStopped] = useState<typeof topic>();
  const { busy, problem, run } = useAction();
  const stop = (all: boolean) =>
    run(
      (api) => api('POST /api/email/unsubscribe', { query: { token, ...(all && { all: '1' as const }) } }),
      (answer) => setStopped(answer.topic),
    );
  const settings = <ButtonLink to={href('/me/notifications')}>{t('email.settings')}</ButtonLink>;
  const nameOf = (one: NonNullable<typeof topic>) => (one === 'all' ? '' : topicNames[one][locale]);
  const [title, text, action] = stopped
    ? [
        t(stopped === 'all' ? 'email.stop.doneAll' : 'email.stop.done', { topic: nameOf(stopped) }),
        t('email.stop.doneText'),
        settings,
      ]
    : topic === undefined
      ? [t('email.stop.over'), t('email.stop.overText'), settings]
      : [
          t(topic === 'all' ? 'email.stop.askAll' : 'email.stop.ask', { topic: nameOf(topic) }),
          t('email.stop.askText'),
          <div key="ask" className="grid justify-items-center gap-2">
            <Button variant="primary" loading={busy} onClick={() => stop(false)}>
              {t(topic === 'all' ? 'email.stop.all' : 'email.stop.one')}
            </Button>
            {topic !== 'all' && (
              <Button variant="quiet" disabled={busy} onClick={() => stop(true)}>
                {t('email.stop.all')}
              </Button>
            )}
            <ProblemLine>{problem}</ProblemLine>
          </div>,
        ];
  return (
    <div className="py-8 lg:py-12">
      <h1 className="text-center text-2xl lg:text-3xl">{t('email.stop.title')}</h1>
      <div role="status">
        <EmptyState drawing={<LetterDrawing />} title={title} text={text} action={action} />
      </div>
    </div>
  );
}
