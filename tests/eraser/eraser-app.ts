import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { type EraserTools, openEraserTools } from '#server/domains/eraser/tools.ts';
import { type Config, readConfig } from '#server/ground/config/config.ts';
import { type Keys, loadKeys } from '#server/ground/config/keys.ts';
import type { Files } from '#server/ground/files/files.ts';
import { answerUnknownCalls } from '#server/ground/http/error-handler.ts';
import { startWorker } from '#server/ground/jobs/jobs.ts';
import { buildApp } from '#server/wiring/app.ts';
import { longJobs, longJobsAtOnce, productJobs } from '#server/wiring/jobs.ts';
import { createBrowser, newNumber } from '../browser.ts';
import { createTestDatabase, generous, silentLog, type TestDatabase } from '../database.ts';
import { multipartBody } from '../multipart.ts';
import { testKey } from '../people.ts';
import { openTestFiles } from '../test-files.ts';
import { drawPaper } from './papers.ts';

export type Student = Awaited<ReturnType<ReturnType<typeof serveEraser>['student']>>;

/** The API with the eraser's files and jobs, for one test file. The jobs run when a test says so. */
export function serveEraser(environment: Record<string, string> = {}) {
  let testDatabase: TestDatabase;
  let directory: string;
  let config: Config;
  let keys: Keys;
  let files: Files;
  let tools: EraserTools;
  let app: FastifyInstance;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    directory = await mkdtemp(join(tmpdir(), 'mingshi-eraser-'));
    const key = testKey.toString('base64');
    const known = { PHONE_KEYS: `k1:${key}`, SECRET_KEY: key };
    config = readConfig({ DATA_DIR: directory, ...generous, ...known, ...environment });
    keys = await loadKeys(config);
    files = await openTestFiles(directory);
    tools = await openEraserTools(config);
    const parts = {
      config,
      keys,
      database: testDatabase.database,
      files,
      eraserTools: tools,
      log: silentLog,
    };
    app = await buildApp(parts, async (served) => answerUnknownCalls(served));
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await tools.close();
    await testDatabase.drop();
    await rm(directory, { recursive: true });
  });

  const query = async (text: string, values: unknown[] = []) =>
    (await testDatabase.database.pool.query(text, values)).rows;

  return {
    database: () => testDatabase.database,
    files: () => files,
    tools: () => tools,
    config: () => config,
    app: () => app,
    query,

    /** Does everything that is due now. */
    async work() {
      const { database } = testDatabase;
      const parts = { files, config, keys, eraserTools: tools };
      const long = { jobs: longJobs(parts), concurrency: longJobsAtOnce };
      const worker = await startWorker({ database, jobs: productJobs(parts), long, log: silentLog });
      await vi.waitFor(
        async () => {
          const [row] = await query(`
            select count(*)::int as left from graphile_worker.jobs
            where run_at <= now() and attempts < max_attempts`);
          expect(row?.left).toBe(0);
        },
        // A page takes seconds of a slow core, and other tests have the other one.
        { timeout: 150_000, interval: 100 },
      );
      await worker.stop();
    },

    /** Somebody new on the AI side. */
    async student() {
      const browser = createBrowser(app);
      const { data } = await browser.proveNumber(newNumber(), '/api_ai/user');
      const send = async (
        url: string,
        field: string,
        bytes: Uint8Array,
        fields: Record<string, string> = {},
      ) => {
        const { headers, payload } = multipartBody(fields, {
          field,
          name: 'p.jpg',
          type: 'image/jpeg',
          bytes,
        });
        return browser.post(url, payload, { headers });
      };
      return {
        ...browser,
        id: data.profile.id as number,
        send,
        /** Answers the id of a cached paper, drawn. */
        async file(seed = 1) {
          const bytes = await drawPaper({ width: 240, height: 340, seed });
          const answer = await send('/api_ai/eraser/cache_file', 'file', bytes, {
            name: `paper ${seed}.jpg`,
          });
          expect(answer).toMatchObject({ code: 0 });
          return answer.data.id as number;
        },
        async task(fileIds: number[], more: object = {}) {
          const body = { files: fileIds.map((id) => ({ id })), ...more };
          return browser.post('/api_ai/eraser/erase_trace_task', body);
        },
        async balance() {
          return (await browser.get('/api_ai/user/profile')).data;
        },
      };
    },
  };
}
