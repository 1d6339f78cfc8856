import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import { StartError } from '../config/start-error.ts';
import type { WebBuild, WebSource } from './ssr.ts';

const buildDir = join(import.meta.dirname, '../../../../build');

/** The web as `npm run build` left it. */
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
          const hashed = path.includes('/assets/');
          reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
          if (path.endsWith('offline.html'))
            reply.header(
              'content-security-policy',
              "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; img-src 'self'; connect-src 'self'",
            );
        },
      });
    },
  };
}
