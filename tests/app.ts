import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { openEraserTools } from '#server/domains/eraser/tools.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { loadKeys } from '#server/ground/config/keys.ts';
import type { Database } from '#server/ground/db/db.ts';
import { buildApp } from '#server/wiring/app.ts';
import { createTestDatabase, generous, silentLog } from './database.ts';
import { openTestFiles } from './test-files.ts';

export type TestApp = { app: FastifyInstance; database: Database; close(): Promise<void> };

/** The whole app over a database of its own, to be injected into. `register` adds routes that only a test has. */
export async function createTestApp(
  environment: Record<string, string> = {},
  register?: (app: FastifyInstance) => void,
  log: Logger = silentLog,
): Promise<TestApp> {
  const { database, drop } = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'mingshi-app-'));
  const config = readConfig({ DATA_DIR: dataDir, ...generous, ...environment });
  const eraserTools = await openEraserTools(config);
  const app = await buildApp({
    config,
    keys: await loadKeys(config),
    database,
    files: await openTestFiles(dataDir),
    eraserTools,
    log,
  });
  register?.(app);
  await app.ready();
  return {
    app,
    database,
    async close() {
      await app.close();
      await eraserTools.close();
      await drop();
      await rm(dataDir, { recursive: true });
    },
  };
}
