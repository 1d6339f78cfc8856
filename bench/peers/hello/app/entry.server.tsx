import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';

/** The two functions that the product's server adapter calls; see src/web/entry.server.tsx. */
export const provideContext = () => new RouterContextProvider();

let handler: ReturnType<typeof createRequestHandler> | undefined;
export function handle(build: ServerBuild, request: Request, context: RouterContextProvider) {
  handler ??= createRequestHandler(build, import.meta.env.MODE);
  return handler(request, context);
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
) {
  headers.set('content-type', 'text/html; charset=utf-8');
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
      onShellError: reject,
      onError: reject,
    });
  });
  return new Response(html, { status, headers });
}
