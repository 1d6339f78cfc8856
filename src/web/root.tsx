import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  data,
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  type MiddlewareFunction,
  Outlet,
  redirect,
  redirectDocument,
  Scripts,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import { localeCookie } from '#shared/locale.ts';
import { isMobile } from '#shared/user-agent.ts';
import { startAnalytics, trackPageView } from '#web/ground/analytics.ts';
import { pageApi } from '#web/ground/api/api.ts';
import { cookiesOf, localeSetCookie, readCookie } from '#web/ground/cookies.ts';
import { loadTranslations } from '#web/ground/i18n/load.ts';
import { oncePer } from '#web/ground/once-per.ts';
import { InlineStyles } from '#web/ground/rendering/styles.tsx';
import { areaCodesOf } from '#web/ground/routing/area-codes.ts';
import { isOutdated, noteNavigation, reloadTo, watchBuilds } from '#web/ground/routing/build-watch.ts';
import { keepWithinPage } from '#web/ground/routing/keep-within-page.ts';
import { ifSignedIn, pageContext, suspendedContext } from '#web/ground/routing/page-loader.ts';
import { detectLocale, localizedPath, redirectOf, rowOf, splitLocale } from '#web/ground/routing/rules.ts';
import { storedScroll } from '#web/ground/routing/stored-scroll.ts';
import { type LoadedRoot, useRootData } from '#web/ground/routing/use-shell.tsx';
import { wantedCookie } from '#web/ground/routing/wanted-page.ts';
import { useScreenClass } from '#web/ground/screen.ts';
import { ErrorBoundary as ErrorPage } from '#web/shell/default-layout.tsx';
import { registerServiceWorker } from '#web/shell/service-worker.ts';
import { UiProviders } from '#web/shell/ui-providers.tsx';
import stylesheetUrl from './app.css?url';
import { shellParts } from './shell-parts.tsx';

/** Pages carry their styles inside them (rendering/styles.tsx); only in development do they link to the file, which then can change. */
export const links: LinksFunction = () =>
  import.meta.env.DEV ? [{ rel: 'stylesheet', href: stylesheetUrl }] : [];

/** First access in another language: to the same page in that language. Moves inside the app never redirect. */
const detectOnFirstAccess: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { settings, kind } = context.get(pageContext);
  const { pathname, search } = url;
  const { locale, prefixed, path } = splitLocale(pathname);
  if (prefixed && !settings.locales.includes(locale)) throw data({ unmatched: pathname }, 404);
  const cookie = cookiesOf(request)[localeCookie.name];
  const detected =
    kind !== 'page' || request.headers.get('sec-fetch-site') === 'same-origin' || !rowOf(path)
      ? undefined
      : detectLocale({
          pathname,
          cookie,
          acceptLanguage: request.headers.get('accept-language') ?? undefined,
          enabled: settings.locales,
          detection: settings.localeDetection,
        });
  if (detected)
    throw redirect(localizedPath(path, detected) + search, {
      headers: {
        'set-cookie': localeSetCookie(detected, settings.localeCookieCrossOrigin),
        vary: 'Accept-Language, Cookie',
        'cache-control': 'no-store',
      },
    });
  const response = await next();
  if (cookie !== locale && kind === 'page')
    response.headers.append('set-cookie', localeSetCookie(locale, settings.localeCookieCrossOrigin));
  return response;
};

/** The rules of the route table that need no page: redirects, and the gate on the CSRF cookie. */
const applyRouteRules: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { locale, path } = splitLocale(url.pathname);
  const row = rowOf(path);
  const target = row && redirectOf(row, locale);
  if (target) throw target.fullLoad ? redirectDocument(target.to) : redirect(target.to);
  if (row?.secret) return keptSecret(await next());
  if (!row?.gate) return next();
  const notListed = { 'x-robots-tag': 'noindex' };
  if (!cookiesOf(request).csrftoken) {
    const asked = context.get(pageContext).kind === 'page' && { 'set-cookie': wantedCookie(url) };
    throw redirect(localizedPath('/', locale), { headers: { ...notListed, ...asked } });
  }
  const response = await next();
  if (!row.sameForAll) response.headers.set('x-robots-tag', notListed['x-robots-tag']);
  return response;
};

/** Neither listed nor kept, here or on the way. */
function keptSecret(response: Response) {
  response.headers.set('x-robots-tag', 'noindex, nofollow');
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** A suspended person sees the page on their account wherever they go, but for the few rows that say otherwise. */
const showSuspension: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (!cookiesOf(request).csrftoken) return next();
  const { locale, path } = splitLocale(url.pathname);
  const api = pageApi(context.get(pageContext), locale);
  const standing =
    (await ifSignedIn(api('GET /api/users/standing'))) ??
    (await ifSignedIn(api('GET /api_ai/user/standing')));
  if (!standing?.suspension) return next();
  const row = rowOf(path);
  if (row && !row.whileSuspended)
    throw redirect(localizedPath('/me/standing', locale), { headers: { 'cache-control': 'no-store' } });
  context.set(suspendedContext, true);
  return next();
};

export const middleware = [detectOnFirstAccess, applyRouteRules, showSuspension];

const repaint = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
  });

const applyRouteRulesInBrowser: MiddlewareFunction = async ({ url }, next) => {
  const { pathname, search } = url;
  const { locale, path } = splitLocale(pathname);
  if (rowOf(path)?.gate && !readCookie('csrftoken')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
    document.cookie = wantedCookie(url);
    throw redirect(localizedPath('/', locale));
  }
  if (isOutdated() && reloadTo(pathname + search)) return new Promise(() => {});
  noteNavigation(pathname + search);
  const words = rowOf(path)?.words;
  // Words that do not come may come with a full load, which the server draws.
  if (words && !(await loadTranslations(locale, words)) && reloadTo(pathname + search))
    return new Promise(() => {});
  const result = await next();
  noteNavigation(undefined);
  await repaint();
  return result;
};

export const clientMiddleware = [applyRouteRulesInBrowser];

export async function loader({ request, url, context }: LoaderFunctionArgs): Promise<LoadedRoot> {
  const page = context.get(pageContext);
  const { origin, pathname } = url;
  const { locale } = splitLocale(pathname);
  const cookies = cookiesOf(request);
  const api = pageApi(page, locale);
  const [company, user, aiUser] = await Promise.all([
    api('GET /api/common_info/company_info'),
    cookies.csrftoken ? ifSignedIn(api('GET /api/users/info')) : undefined,
    cookies.csrftoken ? ifSignedIn(api('GET /api_ai/user/profile')) : undefined,
  ]);
  const { dialCodes, ...settings } = page.settings;
  return {
    locale,
    settings,
    buildId: page.buildId,
    areaCodes: areaCodesOf(dialCodes, locale),
    origin: page.settings.publicUrl ?? origin,
    company: companyOf(company),
    theme: cookies.theme === 'light' || cookies.theme === 'dark' ? cookies.theme : undefined,
    user: user ?? null,
    aiUser: aiUser ?? null,
    isSuspended: context.get(suspendedContext),
    consent: cookies.consent === 'granted' || cookies.consent === 'denied' ? cookies.consent : undefined,
    mobile: isMobile(request.headers.get('user-agent') ?? ''),
  };
}

const companyOf = oncePer(
  ({ name, fee_note, privacy_note }: Record<'name' | 'fee_note' | 'privacy_note', string>) => ({
    name,
    fee_note,
    privacy_note,
  }),
);

/** Nothing here depends on the query: a step of a form or a search does not ask who is logged in again. */
export const shouldRevalidate = keepWithinPage;

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
  const { locale } = splitLocale(useLocation().pathname);
  const screen = useScreenClass(root?.mobile ?? false);
  return (
    <html lang={locale === 'en' ? 'en-HK' : 'zh-Hant-HK'} data-theme={root?.theme} data-screen={screen}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#16181b" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/icons/seal.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/seal-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <InlineStyles />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

/** A move to another page takes the keyboard and the screen reader along; the first page is left as it came. */
function useFocusOnNewPage(pathname: string) {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}

export default function Root() {
  const root = useRouteLoaderData<typeof loader>('root');
  const location = useLocation();
  // The first one: a later move may already be answered by a newer build.
  const [buildId] = useState(root?.buildId);

  useEffect(() => {
    registerServiceWorker();
    return watchBuilds(buildId);
  }, [buildId]);
  useLayoutEffect(() => startAnalytics(root?.settings.analyticsContainerIds ?? []), [root]);
  useFocusOnNewPage(location.pathname);
  useEffect(() => {
    const kept = storedScroll(location.key);
    const named = document.getElementById(location.hash.slice(1));
    if (!named || kept > 0) document.scrollingElement?.scrollTo(0, kept);
    else {
      named.scrollIntoView();
      named.focus({ preventScroll: true });
    }
    trackPageView(location.pathname);
  }, [location]);

  return (
    <UiProviders parts={shellParts}>
      <Outlet />
    </UiProviders>
  );
}

export function ErrorBoundary() {
  return (
    <UiProviders parts={shellParts}>
      <ErrorPage />
    </UiProviders>
  );
}
