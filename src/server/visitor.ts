import type { FastifyRequest } from 'fastify';
import { defaultLocale, type Locale, matchLanguages } from '#shared/locale.ts';
import type { Config } from './config.ts';

/** Who is asking, as far as a domain needs to know. */
export type Visitor = { locale: Locale };

export function visitorOf(request: FastifyRequest, config: Config): Visitor {
  return { locale: matchLanguages(request.headers['accept-language'], config.locales) ?? defaultLocale };
}
