import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { usePageRefresh } from '#web/ground/api/use-remote.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { pageNotFound } from '#web/ground/routing/page-loader.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink, buttonClass } from '#web/ui/button.tsx';
import { LostDrawing } from '#web/ui/error-drawings.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

/** What went wrong, what to do, and a way on. The English sentences are part of the contract in both languages. */
export function ErrorView({ error }: { error: unknown }) {
  const t = useWords();
  const { root, href } = useShell();
  if (isNetworkError(error)) return <OfflineView />;
  // Of a 404 thrown by a route, `unmatched` is a path no route knows; else a route refused its parameters.
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  const unmatched = notFound && typeof error.data?.unmatched === 'string' ? error.data.unmatched : undefined;
  return (
    <div className="mx-auto flex max-w-[30rem] flex-col items-center py-16 text-center">
      <title>{`${notFound ? pageNotFound : t('error.title')} - ${root?.company.name ?? '明師'}`}</title>
      <LostDrawing className="max-w-60" />
      <h1 className="mt-6 text-2xl">{notFound ? t('error.notFound') : t('error.title')}</h1>
      {notFound && (
        <p lang="en" className="mt-2 text-ink-2">
          {unmatched === undefined ? pageNotFound : `Page not found: ${unmatched}`}
        </p>
      )}
      <p className="mt-2 mb-6 text-ink-2">{notFound ? t('error.notFoundHelp') : t('error.help')}</p>
      {notFound ? (
        <ButtonLink variant="primary" to={href('/')}>
          {t('error.home')}
        </ButtonLink>
      ) : (
        // A full load: whatever is broken in this one is left behind.
        <a href={href('/')} className={buttonClass('primary')}>
          {t('error.home')}
        </a>
      )}
    </div>
  );
}

/** Each browser says in words of its own that a request did not get through. */
const isNetworkError = (error: unknown) =>
  error instanceof TypeError && /fetch|network|load failed|internet/i.test(error.message);

/** The page is read again where one is, on request or when the network is back. */
function OfflineView() {
  const t = useWords();
  const { root } = useShell();
  const { reading, reload } = usePageRefresh({ refreshOnFocus: true });
  return (
    <>
      <title>{`${t('error.offline')} - ${root?.company.name ?? '明師'}`}</title>
      <ErrorState
        level={1}
        title={t('error.offline')}
        text={t('error.offlineHelp')}
        onRetry={reload}
        retrying={reading}
        className="py-16"
      />
    </>
  );
}

/** What could not be read is likely there soon; what is not there stays so. */
export function PageError({ title }: { title: string }) {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) return <ErrorView error={error} />;
  return (
    <div className="py-6 lg:py-10">
      <h1 className="text-2xl lg:text-3xl">{title}</h1>
      <ErrorState onRetry={revalidate} retrying={state === 'loading'} />
    </div>
  );
}

/** The same for a route to export, under the words of its title. */
export function pageError(title: Parameters<Translate>[0]) {
  return function PageErrorBoundary() {
    return <PageError title={useWords()(title)} />;
  };
}
