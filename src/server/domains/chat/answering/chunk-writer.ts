import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#server/ground/db/db.ts';
import type { DataPart } from '#shared/chat/parts.ts';

/** One attempt to write an answer: the owner of its chunks. */
export type Writing = { generationId: number; messageId: number };
/** `parts`: data parts of the answer that came before this text. */
type Chunk = { writing: Writing; start: number; text: string; parts: readonly DataPart[] };

type WriterOptions = {
  database: Database;
  log: Pick<Logger, 'warn'>;
  processId: () => string;
  /** Payload of the notification to other processes about these chunks; empty for none. */
  noticeFor: (chunks: readonly Chunk[]) => string;
  /** Called after the commit: only now may the chunk be shown. */
  onStored: (chunk: Chunk) => void;
  /** Another process has ended this generation; nothing more of it will be stored. */
  onLost: (writing: Writing) => void;
};

const mostCommitsPerSecond = 30;
/**
 * How long text is gathered before a commit. This uses less than the commit limit; the rest is for the first
 * words of answers, which readers wait for. Longer with many answers, since every commit sends a frame to
 * each reader.
 */
const steadyGapMs = (answers: number) => Math.min(80, 42 + answers);
const pauseAfterFailureMs = 200;

export const channel = 'chat';

/**
 * Stores the text of all answers of a process in one commit, at most thirty times a second. The row of the
 * process is locked meanwhile, so that a process that others declared dead stores nothing more.
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
/** Few chunks come with parts: the others use the cheaper statement. */
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
  /** Start times of the latest commits, the newest last. */
  const begun: number[] = [];
  let isUrgent = false;
  let wake = () => {};
  let waiting: { generationId: number; resolve: () => void }[] = [];

  function waitMs() {
    const most = begun.length < mostCommitsPerSecond ? 0 : (begun[0] ?? 0) + 1000;
    const steady = isUrgent ? 0 : (begun.at(-1) ?? 0) + steadyGapMs(pending.size);
    return Math.max(most, steady) - performance.now();
  }

  /** `wake` ends the pause early for urgent text. */
  async function pause(ms: number) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * Runs while there is text to store. The first text after a pause, and the first text of an answer, is
   * stored at once.
   */
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
        // Unknown whether it was stored: storing the same chunks again makes the same rows.
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
      // Array literals are built here: the driver's own conversion inspects every value again.
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
    /** `isFirst`: no text of the answer has been shown yet. */
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
    /** Resolves once all appended text is stored, or is known to be lost. */
    async drained({ generationId }: Writing) {
      if (!isPending(generationId)) return;
      await new Promise<void>((resolve) => waiting.push({ generationId, resolve }));
    },
    async close() {
      await loop;
    },
  };
}
