import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { privacyRoutes } from '#server/domains/privacy/routes.ts';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { deleteFilesJob } from '#server/ground/files/delete-files-job.ts';
import { type Files, localFiles } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { startWorker } from '#server/ground/jobs/jobs.ts';
import { createLog } from '#server/ground/log/log.ts';
import { personalDomains } from '#server/wiring/personal-data.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createDomainApp } from './domain-app.ts';
import { testPhoneEncryption } from './people.ts';
import { findTraces } from './personal-scan.ts';
import { addRichPerson, drawings, drawingsTable, traces } from './rich-person.ts';

export const domains = [drawings, ...personalDomains];

/** A new database, files folder and log for each test, which `scan` searches for traces of a person. */
export function servePrivacy() {
  let testDatabase: TestDatabase;
  let directory: string;
  let files: Files;
  let logged: string[];
  let closing: (() => Promise<void>)[];
  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    await testDatabase.database.pool.query(drawingsTable);
    directory = await mkdtemp(join(tmpdir(), 'mingshi-privacy-'));
    files = await localFiles(directory);
    logged = [];
    closing = [];
  });
  afterEach(async () => {
    for (const close of closing) await close();
    await testDatabase.drop();
    await rm(directory, { recursive: true });
  });
  const log = createLog('debug', { write: (line: string) => void logged.push(line) });
  const database = () => testDatabase.database;

  return {
    database,
    files: () => files,
    /** Registers a function to run before the database is dropped. */
    whenOver: (close: () => Promise<void>) => void closing.push(close),

    async serve(used: readonly PersonalData[] = domains) {
      const verifyAgain = async (_userId: number, requestId: string, code: string) => {
        if (requestId !== 'r1' || code !== '123456') throw new AppError('codeWrong');
      };
      const copiesOf = async () => ({ threads: [], papers: [] });
      const ownerOfGrantedCopy = async () => {
        throw new AppError('ticketInvalid');
      };
      const own = { database: database(), vault: testPhoneEncryption, files };
      const parts = { ...own, verifyAgain, domains: used, copiesOf, ownerOfGrantedCopy };
      const app = await createDomainApp(async (app) => void (await app.register(privacyRoutes, parts)), log);
      closing.push(() => app.close());
      return app;
    },

    addRichPerson: () => addRichPerson(database(), files),

    async runJobs() {
      const worker = await startWorker({ database: database(), jobs: [deleteFilesJob(files)], log });
      await vi.waitFor(
        async () => {
          const { rows } = await database().pool.query(
            'select count(*)::int as left from graphile_worker.jobs',
          );
          expect(rows[0].left).toBe(0);
        },
        { timeout: 10_000 },
      );
      await worker.stop();
    },

    /** Finds the places that still identify the forgotten person. */
    scan: () =>
      findTraces({ pool: database().pool, filesDirectory: directory, log: logged.join(''), ...traces }),
  };
}
