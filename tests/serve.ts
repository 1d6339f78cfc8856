import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, vi } from 'vitest';
import type { EraserTools } from '#server/domains/eraser/tools.ts';
import { type Config, readConfig } from '#server/ground/config/config.ts';
import { loadKeys } from '#server/ground/config/keys.ts';
import type { Database } from '#server/ground/db/db.ts';
import { answerUnknownCalls } from '#server/ground/http/error-handler.ts';
import { startWorker } from '#server/ground/jobs/jobs.ts';
import { buildApp } from '#server/wiring/app.ts';
import type { AppParts } from '#server/wiring/domains.ts';
import { longJobs, longJobsAtOnce, productJobs } from '#server/wiring/jobs.ts';
import { createBrowser, newNumber } from './browser.ts';
import { acceptCallerHeader, callAs, type Person } from './callers.ts';
import { createTestDatabase, generous, silentLog } from './database.ts';
import { openToolsInMemory } from './eraser/tools-in-memory.ts';
import { addPerson, type PersonOptions, testKeys } from './people.ts';
import { quickDir } from './quick-dir.ts';
import { openTestFiles } from './test-files.ts';

export type Served = Awaited<ReturnType<typeof serve>>;

type ServeOptions = {
  environment?: Record<string, string>;
  /** Use this database and keep it when the app closes; by default the app gets its own. */
  over?: Database;
  /** Replacements for the product's own parts. */
  parts?: Partial<AppParts>;
  /** Opens the eraser's page reader and workshop; `openEraserTools` for the shipped neural networks. */
  openTools?: (config: Config) => Promise<EraserTools>;
  /** Also serve the web pages, which need a build. */
  pages?: boolean;
  /** Adds routes for this test. */
  register?: (app: FastifyInstance) => void;
  /** Registers the cleanup: `afterAll` by default, or `onTestFinished`. */
  whenOver?: (end: () => Promise<void>) => void;
};

/** Runs the product in this process for one test file: `const { call, people } = await serve();` */
export async function serve({
  environment = {},
  over,
  parts = {},
  openTools = openToolsInMemory,
  pages = false,
  register,
  whenOver = afterAll,
}: ServeOptions = {}) {
  const own = over ? undefined : await createTestDatabase();
  const database = over ?? (own as NonNullable<typeof own>).database;
  const directory = await mkdtemp(join(quickDir(), 'mingshi-served-'));
  const config = readConfig({ DATA_DIR: directory, ...generous, ...testKeys, ...environment });
  const eraserTools = await openTools(config);
  const keys = await loadKeys(config);
  const files = await openTestFiles(directory);
  const all = { config, keys, database, files, eraserTools, log: silentLog, ...parts };
  const app = await buildApp(all, pages ? undefined : async (served) => answerUnknownCalls(served));
  acceptCallerHeader(app);
  register?.(app);
  await app.ready();
  const close = async () => {
    await app.close();
    await eraserTools.close();
    await own?.drop();
    await rm(directory, { recursive: true });
  };
  whenOver(close);

  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows;
  const newBrowser = (userAgent?: string) => createBrowser(app, userAgent);
  let origin: Promise<string> | undefined;

  return {
    app,
    database,
    /** A direct connection to PostgreSQL, even when `database` goes through a pooler. */
    databaseUrl: own?.url ?? database.directUrl,
    directory,
    config,
    keys,
    files,
    tools: eraserTools,
    query,
    run: (statement: SQL) => database.db.execute(statement),

    /** `call(parent, 'POST /api/users/children', {…})`: the envelope, with the HTTP status and headers. */
    call: (person: Person | undefined, key: string, body?: unknown, language?: string) =>
      callAs(app, person, key, body, language),

    /** A GET call by a visitor who is not signed in. */
    get: (url: string, language = 'zh-Hant') => callAs(app, undefined, `GET ${url}`, undefined, language),

    people: {
      /** Inserts a person with a phone number directly into the database. */
      add: (options?: PersonOptions) => addPerson(database, options),
      parent: () => personOf(database, 1),
      tutor: () => personOf(database, 2),
      operator: async () => ({ ...(await addPerson(database, { operator: true })), operator: true }),
    },

    newBrowser,
    /** A new user, registered and logged in through the API as in a browser. */
    async registered(profile: object = {}, number = newNumber()) {
      const browser = newBrowser();
      const answer = await browser.register(number, profile);
      expect(answer).toMatchObject({ code: 0, data: { status: 'signed_in' } });
      return { browser, number, id: answer.data.user.id as number };
    },

    /** Listens on a local port and answers its URL, for tests that need a real connection. */
    listen() {
      origin ??= app.listen({ port: 0, host: '127.0.0.1' });
      return origin;
    },

    /** Runs all jobs that are due now. */
    async work() {
      const jobParts = { files, config, keys, eraserTools };
      const worker = await startWorker({
        ...{ database, jobs: productJobs(jobParts), log: silentLog },
        apart: [{ jobs: longJobs(jobParts), concurrency: longJobsAtOnce }],
      });
      await vi.waitFor(
        async () => {
          const [row] = await query(`
            select count(*)::int as left from graphile_worker.jobs
            where run_at <= now() and attempts < max_attempts`);
          expect(row?.left).toBe(0);
        },
        // The neural networks take seconds per page.
        { timeout: 150_000, interval: 25 },
      );
      await worker.stop();
    },
  };
}

async function personOf(database: Database, identity: 1 | 2): Promise<Person & { identity: 1 | 2 }> {
  const { rows } = await database.pool.query(
    'insert into users (last_identity, product_since) values ($1, now()) returning id::int',
    [identity],
  );
  return { id: rows[0].id, identity };
}
