import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { usePageRefresh } from '#web/ground/api/use-remote.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { pageNotFound } from '#web/ground/routing/page-loader.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink, buttonClass } from '#web/ui/button.tsx';
import { LostDrawing } from '#web/ui/error-drawings.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

/**
 * What went wrong, what to do, and a way on. The English sentences are part of the contract in both
 * languages.
 */
export function ErrorView({ error }: { error: unknown }) {
  const t = useTranslate();
  const { root, href } = useShell();
  if (isNetworkError(error)) return <OfflineView />;
  if (isTooMany(error)) return <TooManyView />;
  // In a 404, `unmatched` is a path without a route; without it, a route refused its parameters.
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
        // A full page load leaves the broken state behind.
        <a href={href('/')} className={buttonClass('primary')}>
          {t('error.home')}
        </a>
      )}
    </div>
  );
}

/** Each browser words a network failure differently. */
const isNetworkError = (error: unknown) =>
  error instanceof TypeError && /fetch|network|load failed|internet/i.test(error.message);

/** The page limit was met while moving inside the app; a full load shows the server's own page. */
const isTooMany = (error: unknown) => isRouteErrorResponse(error) && error.status === 429;

function TooManyView() {
  const t = useTranslate();
  const { root } = useShell();
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <title>{`${t('error.tooMany')} - ${root?.company.name ?? '明師'}`}</title>
      <ErrorState
        level={1}
        title={t('error.tooMany')}
        text={t('error.tooManyHelp')}
        onRetry={revalidate}
        retrying={state === 'loading'}
        className="py-16"
      />
    </>
  );
}

/** The page's data is loaded again on request, when the tab becomes visible, and when the network is back. */
function OfflineView() {
  const t = useTranslate();
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

/** A page's error view: offers a retry, except for a 404, where a retry would not help. */
export function PageError({ title }: { title: string }) {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if ((isRouteErrorResponse(error) && error.status === 404) || isTooMany(error))
    return <ErrorView error={error} />;
  return (
    <div className="py-6 lg:py-10">
      <h1 className="text-2xl lg:text-3xl">{title}</h1>
      <ErrorState onRetry={revalidate} retrying={state === 'loading'} />
    </div>
  );
}

/** The same as an ErrorBoundary for a route to export; `title` is a translation key. */
export function pageError(title: Parameters<Translate>[0]) {
  return function PageErrorBoundary() {
    return <PageError title={useTranslate()(title)} />;
  };
}
