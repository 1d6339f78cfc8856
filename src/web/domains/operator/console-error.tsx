import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ErrorView } from '#web/shell/error-view.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

/** 404 is shown as everywhere; after another failure the page can be loaded again. */
export function ConsoleError() {
  const error = useRouteError();
  const t = useTranslate();
  const { root } = useShell();
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) return <ErrorView error={error} />;
  return (
    <>
      <title>{`${t('error.title')} - ${root?.company.name ?? '明師'}`}</title>
      <ErrorState
        level={1}
        title={t('operator.failedTitle')}
        text={t('operator.failedText')}
        onRetry={() => void revalidate()}
        retrying={state === 'loading'}
      />
    </>
  );
}
