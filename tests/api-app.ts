import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openEraserTools } from '#server/domains/eraser/tools.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { loadKeys } from '#server/ground/config/keys.ts';
import type { Database } from '#server/ground/db/db.ts';
import { answerUnknownCalls } from '#server/ground/http/error-handler.ts';
import { buildApp } from '#server/wiring/app.ts';
import type { AppParts } from '#server/wiring/domains.ts';
import { generous, silentLog } from './database.ts';
import { openTestFiles } from './test-files.ts';

/** The pages need a build and have tests of their own; here the API is served without them. */
const withoutPages = async (app: FastifyInstance) => answerUnknownCalls(app);

/** The whole API over a test's database. Close the app before dropping the database. */
export async function createApiApp(
  database: Database,
  environment: Record<string, string> = {},
  more: Partial<AppParts> = {},
) {
  const directory = await mkdtemp(join(tmpdir(), 'mingshi-api-'));
  const config = readConfig({ DATA_DIR: directory, ...generous, ...environment });
  const files = await openTestFiles(directory);
  const eraserTools = await openEraserTools(config);
  const parts = {
    config,
    keys: await loadKeys(config),
    database,
    files,
    eraserTools,
    log: silentLog,
    ...more,
  };
  const app = await buildApp(parts, withoutPages);
  app.addHook('onClose', async () => {
    await eraserTools.close();
    await rm(directory, { recursive: true });
  });
  await app.ready();
  return app;
}

/** What a visitor gets: the envelope's fields and the HTTP status. */
export async function get(app: FastifyInstance, url: string, language = 'zh-Hant') {
  const response = await app.inject({ url, headers: { 'accept-language': language } });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
}
