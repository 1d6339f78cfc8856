import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import type { PageRequest } from '#shared/page-request.ts';
import { en, zhHant } from '#web/ground/i18n/all-translations.ts';
import { addTranslations } from '#web/ground/i18n/i18n.ts';
import { TranslateProvider } from '#web/ground/i18n/translate-provider.tsx';
import { oncePer } from '#web/ground/once-per.ts';
import {
  NeutralShell,
  type Part,
  PartCacheProvider,
  type RenderCached,
} from '#web/ground/rendering/cached-part.tsx';
import { narrowBuild } from '#web/ground/rendering/narrow-build.ts';
import { StylesProvider } from '#web/ground/rendering/styles.tsx';
import { pageContext } from '#web/ground/routing/page-loader.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import css from './app.css?inline';

const words = { 'zh-Hant': addTranslations('zh-Hant', zhHant), en: addTranslations('en', en) };

/** The server hands its request over through this: the context's key exists only inside the web bundle. */
export function provideContext(page: PageRequest) {
  const context = new RouterContextProvider();
  context.set(pageContext, page);
  return context;
}

/** The router's own handler, from the same copy of the router that the pages use. */
export const handle = (build: ServerBuild, request: Request, context: RouterContextProvider) =>
  handlerOf(narrowBuild(build, new URL(request.url).pathname))(request, context);
const handlerOf = oncePer((build: ServerBuild) => createRequestHandler(build, import.meta.env.MODE));

/** In development the page links to the stylesheet instead, so that Vite can replace it. */
const stylesheet = import.meta.env.PROD ? { __html: css } : undefined;

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(pageContext).report(error);
};

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  const page = context.get(pageContext);
  if (page.kind === 'payload') {
    headers.set('cache-control', 'no-store');
    return Response.json(routerContext.staticHandlerContext.loaderData, { status, headers });
  }
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const html = await render(
    <StylesProvider styles={stylesheet && { inside: stylesheet, nonce: page.nonce }}>
      <TranslateProvider t={words[splitLocale(new URL(request.url).pathname).locale]}>
        <PartCacheProvider value={renderCached}>
          <ServerRouter context={routerContext} url={request.url} nonce={page.nonce} />
        </PartCacheProvider>
      </TranslateProvider>
    </StylesProvider>,
    page.nonce,
  );
  return new Response(html, { status, headers });
}

const renderCached: RenderCached = (part, of, { t, locale }) => {
  const cache = partCache(part, t);
  const known = cache.get(of);
  if (known !== undefined) return known;
  const Part = part as Part<object>;
  const html = renderToString(
    <TranslateProvider t={t}>
      <NeutralShell locale={locale}>
        <Part of={of} />
      </NeutralShell>
    </TranslateProvider>,
  );
  cache.set(of, html);
  return html;
};
const partCache = oncePer((_part: object, _t: object) => new WeakMap<object, string>());

/** Renders the whole page before anything is sent: loaders are awaited first, so an error still has its status. */
function render(element: ReactNode, nonce: string) {
  return new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collect = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(element, {
      nonce,
      onAllReady: () => pipe(collect),
      onShellError: reject,
      onError: reject,
    });
  });
}
