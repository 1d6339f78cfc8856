import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
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
import { addLocale } from './i18n.ts';
import en from './locales/en.json';
import zhHant from './locales/zh-Hant.json';
import { pageContext } from './page-context.ts';
import { splitLocale } from './rules.ts';
import { WordsProvider } from './words.tsx';

const words = { 'zh-Hant': addLocale('zh-Hant', zhHant), en: addLocale('en', en) };

/** The server hands its request over through this: the context's key exists only inside the web bundle. */
export function provideContext(page: PageRequest) {
  const context = new RouterContextProvider();
  context.set(pageContext, page);
  return context;
}

/** The router's own handler, from the same copy of the router that the pages use. */
export function handle(build: ServerBuild, request: Request, context: RouterContextProvider) {
  const handler = handlers.get(build) ?? createRequestHandler(build, import.meta.env.MODE);
  handlers.set(build, handler);
  return handler(request, context);
}
const handlers = new WeakMap<ServerBuild, ReturnType<typeof createRequestHandler>>();

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
    <WordsProvider t={words[splitLocale(new URL(request.url).pathname).locale]}>
      <ServerRouter context={routerContext} url={request.url} nonce={page.nonce} />
    </WordsProvider>,
    page.nonce,
  );
  return new Response(html, { status, headers });
}

/** Loaders are awaited before rendering, so the whole page is sent at once and an error still has its status. */
function render(element: React.ReactNode, nonce: string) {
  return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const sink = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
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
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });
}
