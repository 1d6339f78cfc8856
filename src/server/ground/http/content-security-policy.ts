import type { Config } from '../config/config.ts';

const analyticsHosts = ['https://www.googletagmanager.com', 'https://*.google-analytics.com'];

/** For answers that are no pages: opened by themselves, they may load and do nothing. */
export const answerPolicy = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/** What a page may load: itself, scripts and styles with its request's nonce, and what the configuration names. Worked out once. */
export function pagePolicy(config: Config) {
  const analytics = config.analyticsContainerIds.length > 0 ? analyticsHosts : [];
  const bases = [config.apiBase, config.apiAiBase].filter(Boolean).map((base) => new URL(base).origin);
  const development = process.env.NODE_ENV === 'development';
  const parts = Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'", nonceHere, ...analytics],
    'style-src-elem': development ? ["'self'", "'unsafe-inline'"] : ["'self'", nonceHere],
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
    .split(nonceHere);
  return (nonce: string) => parts.join(`'nonce-${nonce}'`);
}

const nonceHere = "'nonce'";
