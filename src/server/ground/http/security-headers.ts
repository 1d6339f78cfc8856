import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

const analyticsHosts = ['https://www.googletagmanager.com', 'https://*.google-analytics.com'];

/** The policy for answers that are not pages: opened in a browser, they may not load or run anything. */
export const answerPolicy = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/**
 * The content security policy of pages: own files, scripts and styles with the request's nonce, and
 * configured hosts. Everything but the nonce is computed once.
 */
export function pagePolicy(config: Config) {
  const analytics = config.analyticsContainerIds.length > 0 ? analyticsHosts : [];
  const bases = [config.apiBase, config.apiAiBase].filter(Boolean).map((base) => new URL(base).origin);
  const development = process.env.NODE_ENV === 'development';
  const parts = Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'", noncePlaceholder, ...analytics],
    'style-src-elem': development ? ["'self'", "'unsafe-inline'"] : ["'self'", noncePlaceholder],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...bases, ...analytics],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...bases, ...analytics, ...(development ? ['ws:'] : [])],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
    .split(noncePlaceholder);
  return (nonce: string) => parts.join(`'nonce-${nonce}'`);
}

const noncePlaceholder = "'nonce'";

/** CORS, off unless configured: only the listed origins may read answers from another site, with cookies. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!origin || !origins.includes(origin)) return;
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-credentials', 'true')
      .header('vary', 'Origin');
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'])
      return reply
        .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
        .header('access-control-allow-headers', 'Authorization, X-CSRFToken, Accept-Language, Content-Type')
        .header('access-control-max-age', '600')
        .code(204)
        .send();
  });
}
