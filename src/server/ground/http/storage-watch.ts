import type { FastifyInstance } from 'fastify';
import { databaseFailure } from '../db/database-failure.ts';
import type { Database } from '../db/db.ts';
import { hasRoom } from '../files/disk-full.ts';
import { AppError } from './errors.ts';

export type StorageWatch = {
  /** Whether there is room on our own disks; asked before every call that writes. */
  hasRoom(): Promise<boolean>;
  /** Whether writes succeed: room on our own disks, and a small write of the database. */
  canWrite(): Promise<boolean>;
};

/** So long an answer is given again: a full disk is noticed a second later, and room on it after five. */
const roomMs = 1_000;
const writeMs = 5_000;

/**
 * The write that tells whether the database has room: a result of 256 kB that does not fit into 64 kB of memory goes to
 * its disk. It leaves nothing behind, neither a row nor a line in its log.
 */
const smallMemory = "select set_config('work_mem', '64kB', true)";
const spill = `with rows as materialized (select repeat('x', 1000) as text from generate_series(1, 256))
  select count(*) from rows as a, (select 1 from rows limit 1) as b`;

/** Knows whether the disks of these folders and of the database take writes. Nothing runs until somebody asks. */
export function watchStorage(database: Database, folders: readonly string[]): StorageWatch {
  const ownRoom = keptFor(roomMs, async () =>
    (await Promise.all(folders.map((folder) => hasRoom(folder)))).every(Boolean),
  );
  const databaseRoom = keptFor(writeMs, async () => {
    try {
      await database.transaction(async (tx) => {
        await tx.execute(smallMemory);
        await tx.execute(spill);
      });
      return true;
    } catch (error) {
      if (databaseFailure(error) === 'full') return false;
      throw error;
    }
  });
  return {
    hasRoom: ownRoom,
    canWrite: async () => (await ownRoom()) && (await databaseRoom()),
  };
}

/** Those who ask at once, and those who ask soon after, get one answer. */
function keptFor<Value>(ms: number, ask: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined;
  let until = 0;
  return () => {
    if (kept && Date.now() < until) return kept;
    const asked = ask();
    kept = asked;
    until = Date.now() + ms;
    asked.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked;
  };
}

/** While there is no room, calls that write are refused before anything of them is read. Deletions make room. */
export function refuseWritesWithoutRoom(app: FastifyInstance, storage: StorageWatch) {
  app.addHook('onRequest', async ({ method }) => {
    if (method !== 'POST' && method !== 'PUT') return;
    if (!(await storage.hasRoom())) throw new AppError('noSpace');
  });
}
