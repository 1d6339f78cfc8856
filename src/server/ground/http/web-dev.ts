import type { FastifyInstance } from 'fastify';
import type { WebBuild, WebSource } from './ssr.ts';

/** The web straight from its sources, changing under the reader's eyes. */
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
