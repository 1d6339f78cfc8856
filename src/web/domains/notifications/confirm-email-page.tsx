import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { linkOver } from '#shared/codes/numbers.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LetterDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { secretMeta } from './secret-meta.ts';

export const loader = async (args: LoaderFunctionArgs) => {
  const token = args.url.searchParams.get('token')?.slice(0, 200) ?? '';
  return { token, link: await apiOf(args)('GET /api/email/confirm', { query: { token } }) };
};
export const meta = secretMeta('emailConfirm');

/** Where the link of a verification mail leads. It asks, because programs that look for viruses open links too. */
export default function ConfirmEmailPage() {
  const t = useTranslate();
  const { href } = useShell();
  const { token, link } = useLoaderData<typeof loader>();
  const [state, setState] = useState(link.state);
  const { busy, problem, run } = useAction({
    refused: ({ code }) => {
      if (code === linkOver) setState('over');
      return code === linkOver;
    },
  });
  const confirm = () =>
    run(
      (api) => api('POST /api/email/confirm', { query: { token } }),
      () => setState('confirmed'),
    );
  return (
    <div className="py-8 lg:py-12">
      <h1 className="text-center text-2xl lg:text-3xl">{t('email.confirm.title')}</h1>
      <div role="status">
        <EmptyState
          drawing={<LetterDrawing />}
          title={t(`email.confirm.${state}`, { email: link.email ?? '' })}
          text={t(`email.confirm.${state}Text`)}
          action={
            state === 'open' ? (
              <div className="grid justify-items-center gap-2">
                <Button variant="primary" loading={busy} onClick={confirm}>
                  {t('email.confirm.do')}
                </Button>
                <ProblemLine>{problem}</ProblemLine>
              </div>
            ) : (
              <ButtonLink to={href('/me/notifications')}>{t('email.settings')}</ButtonLink>
            )
          }
        />
      </div>
    </div>
  );
}
