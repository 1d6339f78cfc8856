import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { codes } from '#shared/codes/codes.ts';
import { locales } from '#shared/locale.ts';
import { addressGroups } from './address-groups.ts';

/** The session of a request's cookies, where they can only come from us; no query is made for it. */
export type SessionOf = (request: FastifyRequest) => string | undefined;

/**
 * How many pages a minute: a person who is logged in is counted alone, so that nobody behind the same address is in the
 * way; everybody else is counted by address, where a whole school may be. An invented cookie counts as none.
 */
export function pageLimit(callsPerMinute: number, sessionOf: SessionOf): RateLimitOptions {
  const perPerson = Math.ceil(callsPerMinute / 5);
  const perAddress = Math.ceil(callsPerMinute * 2.5);
  return {
    timeWindow: '1 minute',
    max: (_request, key) => (key.startsWith(personMark) ? perPerson : perAddress),
    keyGenerator(request) {
      const session = sessionOf(request);
      return session === undefined ? addressGroups(request.ip).address : personMark + session;
    },
    // The limit of calls lets pages pass.
    allowList: () => false,
  };
}
const personMark = 'person ';

const tooManyPagesPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'";

/** Written here and not rendered: it has to cost next to nothing. Nothing of the request is in it. */
export function sendTooManyPages(request: FastifyRequest, reply: FastifyReply) {
  const seconds = Number(reply.getHeader('retry-after')) || 60;
  const ordered = locales.toSorted((one) => (one === request.visitor.locale ? -1 : 1));
  const [first = 'zh-Hant'] = ordered;
  return reply
    .code(codes.tooMany.status)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': tooManyPagesPolicy })
    .send(page(first, ordered.map((locale) => words[locale](seconds)).join('\n'), seconds));
}

const words: Record<(typeof locales)[number], (seconds: number) => string> = {
  'zh-Hant': (seconds) => `<section lang="zh-Hant-HK">
        <h1>開啟頁面太頻密</h1>
        <p>請稍候 ${seconds} 秒，本頁會自動再試。你的資料沒有受影響。</p>
      </section>`,
  en: (seconds) => `<section lang="en-HK">
        <h1>Too many pages at once</h1>
        <p>Please wait ${seconds} seconds; this page tries again by itself. Nothing of yours is affected.</p>
      </section>`,
};

const page = (locale: string, sections: string, seconds: number) => `<!doctype html>
<html lang="${locale === 'en' ? 'en-HK' : 'zh-Hant-HK'}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta http-equiv="refresh" content="${seconds}" />
    <title>${locale === 'en' ? 'Too many pages at once - Mingshi' : '開啟頁面太頻密 - 明師'}</title>
    <style>
      :root { color-scheme: light dark }
      body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 0 1.5rem; text-align: center;
        font: 1rem/1.7 "PingFang TC", "Noto Sans HK", "Noto Sans TC", "Microsoft JhengHei", system-ui, sans-serif;
        background: light-dark(#fbfaf6, #16181b); color: light-dark(#1e2329, #eceae4) }
      main { max-width: 30rem }
      h1 { margin: 1.5rem 0 0; font-size: 1.5rem }
      p { margin: 0.5rem 0 0; text-wrap: balance; color: light-dark(#5b636d, #a5abb3) }
      section + section { margin-top: 2rem }
      section + section h1 { font-size: 1.125rem }
    </style>
  </head>
  <body>
    <main>
      <img src="/icons/seal.svg" alt="" width="64" height="64" />
      ${sections}
    </main>
  </body>
</html>
`;
