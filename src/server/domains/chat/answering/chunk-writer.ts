import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#server/ground/db/db.ts';
import type { DataPart } from '#shared/chat/parts.ts';

/** Whose text is written: one attempt to write an answer. */
export type Writing = { generationId: number; messageId: number };
/** `parts`: what came beside the answer before this text. */
type Chunk = { writing: Writing; start: number; text: string; parts: readonly DataPart[] };

type WriterOptions = {
  database: Database;
  log: Pick<Logger, 'warn'>;
  processId: () => string;
  /** Payload of a notice to other processes for what is about to be stored; empty for none. */
  noticeFor: (chunks: readonly Chunk[]) => string;
  /** Only now may anybody be shown it. */
  onStored: (chunk: Chunk) => void;
  /** Somebody else has ended this writing; nothing more of it will be stored. */
  onLost: (writing: Writing) => void;
};

const mostCommitsPerSecond = 30;
/**
 * How long text is gathered: below the most commits, what is left over being for the first words of answers, which
 * somebody waits for. With many answers at once longer, since every commit is a frame to each of their readers.
 */
const steadyGapMs = (answers: number) => Math.min(80, 42 + answers);
const pauseAfterFailureMs = 200;

export const channel = 'chat';

/**
 * All text of all answers of a process in one commit, thirty times a second at most. The row of the process is held
 * meanwhile: had others taken it for dead, none of its text would be stored behind their backs.
 */
const statement = (more = '') => `
    with alive as (select id from chat_processes where id = $1 and not is_ended for key share),${more}
    stored as (
      insert into chat_chunks (message_id, start, text)
      select generations.message_id, chunks.start, chunks.text
      from unnest($2::bigint[], $3::int[], $4::text[]) as chunks (generation_id, start, text)
      join chat_generations generations on generations.id = chunks.generation_id and generations.state = 'running'
      join alive on alive.id = generations.process_id
      on conflict do nothing
      returning 1
    )
    select count(*)::int as stored, case when $5 <> '' then pg_notify('${channel}', $5)::text end from stored`;
const storeChunks = { name: 'chat_store_chunks', text: statement() };
/** Few texts have a part before them: those that have none pay nothing for it. */
const storeChunksAndParts = {
  name: 'chat_store_chunks_and_parts',
  text: statement(`
    with_parts as (
      update chat_messages messages set parts = coalesce((
          select jsonb_agg(earlier) from jsonb_array_elements(messages.parts) as earlier
          where not exists (select from jsonb_array_elements(given.parts) part where part ->> 'id' = earlier ->> 'id')), '[]')
        || given.parts
      from unnest($2::bigint[], $6::jsonb[]) as given (generation_id, parts)
      join chat_generations generations on generations.id = given.generation_id and generations.state = 'running'
      join alive on alive.id = generations.process_id
      where messages.id = generations.message_id and given.parts <> '[]'
    ),`),
};

const quoted = (text: string) =>
  `"${text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text}"`;

export type ChunkWriter = ReturnType<typeof createChunkWriter>;

export function createChunkWriter(options: WriterOptions) {
  const { database, log, processId, noticeFor, onStored, onLost } = options;
  let pending = new Map<number, Chunk>();
  let storing: readonly Chunk[] = [];
  let loop: Promise<void> | undefined;
  /** When the last commits began, the latest last. */
  const begun: number[] = [];
  let isUrgent = false;
  let wake = () => {};
  let waiting: { generationId: number; resolve: () => void }[] = [];

  function waitMs() {
    const most = begun.length < mostCommitsPerSecond ? 0 : (begun[0] ?? 0) + 1000;
    const steady = isUrgent ? 0 : (begun.at(-1) ?? 0) + steadyGapMs(pending.size);
    return Math.max(most, steady) - performance.now();
  }

  /** Whoever cannot wait ends the pause. */
  async function pause(ms: number) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Runs while there is something to store. The first text after a pause, and of an answer, is stored at once. */
  async function run() {
    while (pending.size > 0) {
      for (let wait = waitMs(); wait > 0; wait = waitMs()) await pause(wait);
      isUrgent = false;
      begun.push(performance.now());
      if (begun.length > mostCommitsPerSecond) begun.shift();
      storing = [...pending.values()];
      pending = new Map();
      await store(storing);
      const done = storing;
      storing = [];
      for (const chunk of done) settle(chunk.writing.generationId);
    }
  }

  async function store(chunks: readonly Chunk[]) {
    for (;;) {
      try {
        const lost = await tryToStore(chunks);
        for (const chunk of chunks) {
          if (lost.has(chunk.writing.generationId)) onLost(chunk.writing);
          else onStored(chunk);
        }
        return;
      } catch (error) {
        // Whether it was stored is unknown: the same chunks again are the same rows.
        log.warn({ err: error }, 'answers could not be stored; trying again');
        await sleep(pauseAfterFailureMs);
      }
    }
  }

  async function tryToStore(chunks: readonly Chunk[]): Promise<Set<number>> {
    const ids = chunks.map(({ writing }) => writing.generationId);
    const hasParts = chunks.some(({ parts }) => parts.length > 0);
    const { rows } = await database.pool.query<{ stored: number }>({
      ...(hasParts ? storeChunksAndParts : storeChunks),
      // Written here: the driver's own way of writing arrays looks at every value anew.
      values: [
        processId(),
        `{${ids.join()}}`,
        `{${chunks.map(({ start }) => start).join()}}`,
        `{${chunks.map(({ text }) => quoted(text)).join()}}`,
        noticeFor(chunks),
        ...(hasParts ? [chunks.map(({ parts }) => JSON.stringify(parts))] : []),
      ],
    });
    if (rows[0]?.stored === chunks.length) return new Set();
    const { rows: ours } = await database.pool.query<{ id: string }>(
      `select generations.id from chat_generations generations
       join chat_processes processes on processes.id = generations.process_id and not processes.is_ended
       where generations.id = any($1) and generations.state = 'running' and processes.id = $2`,
      [ids, processId()],
    );
    const known = new Set(ours.map(({ id }) => Number(id)));
    return new Set(ids.filter((id) => !known.has(id)));
  }

  const isPending = (generationId: number) =>
    pending.has(generationId) || storing.some(({ writing }) => writing.generationId === generationId);

  function settle(generationId: number) {
    if (pending.has(generationId)) return;
    const ready = waiting.filter((one) => one.generationId === generationId);
    if (ready.length === 0) return;
    waiting = waiting.filter((one) => one.generationId !== generationId);
    for (const { resolve } of ready) resolve();
  }

  return {
    /** `isFirst`: nothing of the answer has been shown yet. */
    append(
      writing: Writing,
      start: number,
      text: string,
      { isFirst = false, parts = [] }: { isFirst?: boolean; parts?: readonly DataPart[] } = {},
    ) {
      if (isFirst) {
        isUrgent = true;
        wake();
      }
      const known = pending.get(writing.generationId);
      if (!known) pending.set(writing.generationId, { writing, start, text, parts });
      else {
        known.text += text;
        if (parts.length > 0) known.parts = [...known.parts, ...parts];
      }
      loop ??= run().finally(() => {
        loop = undefined;
      });
    },
    /** Resolves once all that was appended is stored, or known never to be. */
    async drained({ generationId }: Writing) {
      if (!isPending(generationId)) return;
      await new Promise<void>((resolve) => waiting.push({ generationId, resolve }));
    },
    async close() {
      await loop;
    },
  };
}
