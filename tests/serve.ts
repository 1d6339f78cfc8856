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
import { callAs, knowCallers, type Person } from './callers.ts';
import { createTestDatabase, generous, silentLog } from './database.ts';
import { openToolsInMemory } from './eraser/tools-in-memory.ts';
import { addPerson, type PersonOptions, testKeys } from './people.ts';
import { quickDir } from './quick-dir.ts';
import { openTestFiles } from './test-files.ts';

export type Served = Awaited<ReturnType<typeof serve>>;

type ServeOptions = {
  environment?: Record<string, string>;
  /** Over this database, which stays when the app goes; else over one of its own. */
  over?: Database;
  /** In the place of the product's own parts. */
  parts?: Partial<AppParts>;
  /** What reads and works on pages; `openEraserTools` for the networks that ship. */
  openTools?: (config: Config) => Promise<EraserTools>;
  /** The pages need a build and have tests of their own. */
  pages?: boolean;
  /** Routes that only a test has. */
  register?: (app: FastifyInstance) => void;
  /** When all of it goes: after the file, or `onTestFinished`. */
  whenOver?: (end: () => Promise<void>) => void;
};

/** The product in this process, with a database of its own, for one test file: `const { call, people } = await serve();` */
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
  knowCallers(app);
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
    /** Of the database itself, also where `database` goes through a pooler. */
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

    /** What a visitor gets. */
    get: (url: string, language = 'zh-Hant') => callAs(app, undefined, `GET ${url}`, undefined, language),

    people: {
      /** Somebody with a number, straight in the database. */
      add: (options?: PersonOptions) => addPerson(database, options),
      parent: () => personOf(database, 1),
      tutor: () => personOf(database, 2),
      operator: async () => ({ ...(await addPerson(database, { operator: true })), operator: true }),
    },

    newBrowser,
    /** Somebody new, registered and logged in by the way a person takes. */
    async registered(given: object = {}, number = newNumber()) {
      const browser = newBrowser();
      const answer = await browser.register(number, given);
      expect(answer).toMatchObject({ code: 0, data: { status: 'signed_in' } });
      return { browser, number, id: answer.data.user.id as number };
    },

    /** The address of the app on this machine, for what needs a connection. */
    listen() {
      origin ??= app.listen({ port: 0, host: '127.0.0.1' });
      return origin;
    },

    /** Does every job that is due now. */
    async work() {
      const jobParts = { files, config, keys, eraserTools };
      const long = { jobs: longJobs(jobParts), concurrency: longJobsAtOnce };
      const worker = await startWorker({ database, jobs: productJobs(jobParts), long, log: silentLog });
      await vi.waitFor(
        async () => {
          const [row] = await query(`
            select count(*)::int as left from graphile_worker.jobs
            where run_at <= now() and attempts < max_attempts`);
          expect(row?.left).toBe(0);
        },
        // The networks take seconds for a page.
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
