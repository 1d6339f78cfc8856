import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
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
import { en, zhHant } from '#web/ground/i18n/all-words.ts';
import { addWords } from '#web/ground/i18n/i18n.ts';
import { WordsProvider } from '#web/ground/i18n/words.tsx';
import { oncePer } from '#web/ground/once-per.ts';
import {
  type StillLook,
  type StillPart,
  StillShell,
  StillWriter,
  type WriteStill,
} from '#web/ground/rendering/still.tsx';
import { StylesProvider } from '#web/ground/rendering/styles.tsx';
import { pageContext } from '#web/ground/routing/page-loader.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import css from './app.css?inline';

const words = { 'zh-Hant': addWords('zh-Hant', zhHant), en: addWords('en', en) };

/** The server hands its request over through this: the context's key exists only inside the web bundle. */
export function provideContext(page: PageRequest) {
  const context = new RouterContextProvider();
  context.set(pageContext, page);
  return context;
}

/** The router's own handler, from the same copy of the router that the pages use. */
export function handle(build: ServerBuild, request: Request, context: RouterContextProvider) {
  return handlerOf(inlined ? withoutStylesheet(build) : build)(request, context);
}
const handlerOf = oncePer((build: ServerBuild) => createRequestHandler(build, import.meta.env.MODE));

/** In development the stylesheet is linked to, so that it can change under the page. */
const inlined = import.meta.env.PROD;
/** Encoded once, and put in where React has left a mark that no words can contain. */
const stylesheet = Buffer.from(css);
const stylesHere = `/*${randomUUID()}*/`;

/** Else the router would link to the stylesheet that every page carries inside it. */
const withoutStylesheet = oncePer((build: ServerBuild): ServerBuild => {
  const { root, ...routes } = build.assets.routes;
  return root
    ? { ...build, assets: { ...build.assets, routes: { ...routes, root: { ...root, css: [] } } } }
    : build;
});

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

  // Written into the page below: streamed in by the router, it would make React render in steps.
  const { serverHandoffStream, ...atOnce } = routerContext;
  const stills = stillsOfPage();
  const html = await render(
    <StylesProvider styles={inlined ? { inside: { __html: stylesHere }, nonce: page.nonce } : undefined}>
      <WordsProvider t={words[splitLocale(new URL(request.url).pathname).locale]}>
        <StillWriter write={stills.write}>
          <ServerRouter context={atOnce} url={request.url} nonce={page.nonce} />
        </StillWriter>
      </WordsProvider>
    </StylesProvider>,
    page.nonce,
  );
  const loaded = serverHandoffStream ? await textOf(serverHandoffStream) : '';
  const response = new Response(null, { status, headers });
  pages.set(response, finished(html, loaded, page.nonce, stills.bytesOf));
  return response;
}

/** Parts that only show, each written once in a language for as long as what it shows is the same object. */
const writeStill = (part: StillPart<object>, of: object, { t, locale }: StillLook) => {
  const written = stillsOf(part)(t);
  const known = written.get(of);
  if (known) return known;
  const Part = part;
  const html = renderToString(
    <WordsProvider t={t}>
      <StillShell locale={locale}>
        <Part of={of} />
      </StillShell>
    </WordsProvider>,
  );
  const bytes = Buffer.from(html);
  written.set(of, bytes);
  return bytes;
};
const stillsOf = oncePer((_part: object) => oncePer((_t: object) => new WeakMap<object, Buffer>()));

/** Notes the still parts of one page: in its text they are marks, so that they are neither joined nor encoded again. */
function stillsOfPage() {
  const parts: Buffer[] = [];
  const write: WriteStill = (part, of, look) => {
    parts.push(writeStill(part as StillPart<object>, of, look));
    return `${stillHere}${parts.length - 1};`;
  };
  const bytesOf = (text: string) => {
    const [first = '', ...others] = text.split(stillHere);
    return [
      Buffer.from(first),
      ...others.flatMap((after) => {
        const end = after.indexOf(';');
        return [parts[Number(after.slice(0, end))] ?? Buffer.alloc(0), Buffer.from(after.slice(end + 1))];
      }),
    ];
  };
  return { write, bytesOf };
}
const stillHere = randomUUID();

const pages = new WeakMap<Response, Buffer>();

/** The page that a response stands for. Inside the response it would be encoded, copied and read back on its way out. */
export const pageOf = (response: Response) => pages.get(response);

/** Loaders are awaited before rendering, so the whole page is sent at once and an error still has its status. */
async function render(element: React.ReactNode, nonce: string): Promise<string> {
  // In one go, which costs less than a stream; but it leaves to the browser whatever is not there at once.
  const html = renderToString(element);
  return html.includes(leftOut) ? renderWaiting(element, nonce) : `<!DOCTYPE html>${html}`;
}
/** How React marks a Suspense boundary that it did not wait for. */
const leftOut = '<!--$!-->';

function renderWaiting(element: React.ReactNode, nonce: string) {
  return new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(element, {
      nonce,
      onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
      onShellError: reject,
      onError: reject,
    });
  });
}

async function textOf(stream: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let all = '';
  for (let part = await reader.read(); !part.done; part = await reader.read())
    all += decoder.decode(part.value, { stream: true });
  return all;
}

const bodyEnd = '</body></html>';

/** The page as it is sent: with its styles, and with what the loaders gave. */
function finished(page: string, loaded: string, nonce: string, bytesOf: (text: string) => Buffer[]) {
  const html = afterTheWords(page);
  const end = html.lastIndexOf(bodyEnd);
  const [before = '', after = ''] = (html.slice(0, end) + handOver(loaded, nonce) + html.slice(end)).split(stylesHere);
  return Buffer.concat([Buffer.from(before), inlined ? stylesheet : Buffer.alloc(0), ...bytesOf(after)]);
}

/** The scripts are asked for at once, but take no bandwidth from the page itself; the router offers no way to say so. */
const afterTheWords = (html: string) =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/** What the loaders gave, for the router in the browser: what its own StreamTransfer would write there. */
function handOver(loaded: string, nonce: string) {
  // Without < it can neither end the script nor begin a comment in it.
  const value = JSON.stringify(loaded).replaceAll('<', '\\u003c');
  const controller = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${controller}.enqueue(${value});${controller}.close();</script>`;
}
