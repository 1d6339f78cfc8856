import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { PageRequest } from '#shared/page-request.ts';
import { StartError } from '../config/start-error.ts';

type WebEntry = {
  provideContext: (page: PageRequest) => RouterContextProvider;
  handle: (build: ServerBuild, request: Request, context: RouterContextProvider) => Promise<Response>;
};
/** The web bundle as the server sees it: the only interface between the two. */
type WebBuild = ServerBuild & { entry: { module: WebEntry } };

export type WebSource = {
  /** Called for every page, because in development the bundle may have changed. */
  load: () => Promise<WebBuild>;
  /** Serves the static files of the pages. */
  serveAssets: (app: FastifyInstance) => Promise<void>;
};

/** What the pages that say that the network is away may load. */
export const offlinePagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; img-src 'self'; connect-src 'self'";

const buildDir = join(import.meta.dirname, '../../../../build');

/** The web bundle built by `npm run build`. */
export async function builtWeb(): Promise<WebSource> {
  const bundle = join(buildDir, 'server/index.js');
  if (!existsSync(bundle))
    throw new StartError('The web is not built yet: run "npm run build", or start with "npm start".');
  const build: WebBuild = await import(pathToFileURL(bundle).href);
  return {
    load: async () => build,
    serveAssets: async (app) => {
      await app.register(fastifyStatic, {
        root: join(buildDir, 'client'),
        wildcard: false,
        index: false,
        preCompressed: true,
        cacheControl: false,
        schemaHide: true,
        setHeaders: (reply, path) => {
          // A portrait's number is never given to another drawing.
          const hashed = /\/(assets|portraits)\//.test(path);
          reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
          if (path.endsWith('offline.html')) reply.header('content-security-policy', offlinePagePolicy);
        },
      });
    },
  };
}

/** The web pages from their sources with Vite's development server. */
export async function devWeb(app: FastifyInstance): Promise<WebSource> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  app.addHook('onClose', () => vite.close());
  return {
    load: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<WebBuild>,
    serveAssets: async () => {
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, () => done());
      });
    },
  };
}
