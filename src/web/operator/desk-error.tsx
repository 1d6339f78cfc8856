import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { useWords } from '#web/words.tsx';
import { ErrorView } from '../shell/error-view.tsx';
import { useShell } from '../shell/use-shell.tsx';
import { ErrorState } from '../ui/error-state.tsx';

/** What is not there is said as everywhere; what failed can be tried again where one is. */
export function DeskError() {
  const error = useRouteError();
  const t = useWords();
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
