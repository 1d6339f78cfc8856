import type { Logger } from 'pino';
import type { Database } from '#server/ground/db/db.ts';
import { plainError } from '#server/ground/log/log.ts';
import type { MessageState } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import type { Locale } from '#shared/locale.ts';
import type { Hub } from '../following/hub.ts';
import { textEvent } from '../following/ui-stream.ts';
import { UpstreamError } from '../model/upstream.ts';
import type { Accepted } from './accept.ts';
import type { Charges } from './charge.ts';
import { type ChunkWriter, createChunkWriter, type Writing } from './chunk-writer.ts';
import { countLost, endGeneration, keptWhenCut, type Outcome, type Usage } from './end-generation.ts';

/** Takes an answer from its source: text as it arrives, and data parts beside it. */
export type AnswerSink = {
  text(text: string): void;
  part(part: DataPart): void;
  /** What is written says only that the question cannot be answered. */
  decline(): void;
  signal: AbortSignal;
};
export type Source = (answer: Accepted, pen: AnswerSink, locale: Locale) => Promise<Usage | undefined>;
/** Computes the parts to add to a finished answer, from all of its text. */
type Afterthought = (text: string, locale: Locale) => Promise<DataPart[]>;

type Reason = 'stopped' | 'closing' | 'lost' | 'too long' | 'refused';
type Running = Writing & {
  answer: Accepted;
  locale: Locale;
  /** Offset of the next text in the message. */
  at: number;
  /**
   * Text that arrived before the question was committed; undefined afterwards. Nothing may be stored or shown
   * until then.
   */
  early: string | undefined;
  /** The first half of a surrogate pair that arrived in two pieces. */
  half: string;
  /** All text that was handed to the chunk writer. */
  said: string;
  parts: DataPart[];
  /**
   * How many parts were handed to the chunk writer with a text: they are shown with it, the others at the
   * end.
   */
  partsWritten: number;
  isDeclined: boolean;
  abort: AbortController;
  reason?: Reason;
  /** Of a spoken answer: how many characters were heard when it was stopped. */
  heard?: number;
  ended: Promise<void>;
};

type Options = {
  database: Database;
  log: Pick<Logger, 'warn' | 'error'>;
  charges: Charges;
  hub: Hub;
  source: Source;
  afterthought: Afterthought;
  answerTimeoutMs: number;
  processId: () => string;
  noticeFor: Parameters<typeof createChunkWriter>[0]['noticeFor'];
  /** Whether it is followed from another process. */
  isWatched: (messageId: number) => boolean;
};

const longestAnswer = 200_000;
/** A stopped answer ends within half a second, whether or not its check is finished. */
const shortCheckMs = 200;

export type Generations = ReturnType<typeof createGenerations>;

/**
 * The answers that this process is writing. They belong to the process, not to a connection: no client has to
 * stay.
 */
export function createGenerations(options: Options) {
  const { database, log, charges, hub, source, afterthought, answerTimeoutMs } = options;
  const { processId, noticeFor, isWatched } = options;
  const running = new Map<number, Running>();
  const writer: ChunkWriter = createChunkWriter({
    database,
    log,
    processId,
    noticeFor,
    onStored: ({ writing, start, text, parts }) => {
      if (!hub.isFollowed(writing.messageId)) return;
      for (const part of parts) hub.notify(writing.messageId, (follower) => follower.part(part));
      const event = textEvent(start, text);
      hub.notify(writing.messageId, (follower) => follower.chunk(start, text, event));
    },
    onLost: ({ generationId }) => end(generationId, 'lost'),
  });

  function end(generationId: number, reason: Reason) {
    const one = running.get(generationId);
    if (!one || one.reason) return;
    one.reason = reason;
    one.abort.abort(new Error(reason));
  }

  const penOf = (one: Running): AnswerSink => ({
    signal: one.abort.signal,
    text(piece) {
      if (one.reason) return;
      if (one.early !== undefined) {
        one.early += piece;
        return;
      }
      const text = storable(one.half + piece);
      one.half = text.half;
      if (text.whole === '') return;
      const parts = one.parts.slice(one.partsWritten);
      writer.append(one, one.at, text.whole, { isFirst: one.at === one.answer.start, parts });
      one.partsWritten += parts.length;
      one.at += text.whole.length;
      one.said += text.whole;
      if (one.at > longestAnswer) end(one.generationId, 'too long');
    },
    part: (part) => void one.parts.push(part),
    decline: () => {
      one.isDeclined = true;
    },
  });

  /** Waits for the transaction that stores the question; false when it failed. */
  async function isCommitted(one: Running, committed: Promise<void>) {
    try {
      await committed;
    } catch {
      end(one.generationId, 'refused');
      return false;
    }
    const text = one.early ?? '';
    one.early = undefined;
    if (text !== '') penOf(one).text(text);
    return true;
  }

  async function write(one: Running, committed: Promise<boolean>) {
    const overtime = setTimeout(() => end(one.generationId, 'too long'), answerTimeoutMs);
    let usage: Usage | undefined;
    let outcome: Outcome;
    try {
      usage = await source(one.answer, penOf(one), one.locale);
      outcome = one.reason ? outcomeOf(one.reason) : 'done';
    } catch (error) {
      if (error instanceof UpstreamError) usage = error.usage;
      outcome = one.reason ? outcomeOf(one.reason) : 'cut';
      if (!one.reason) log.warn({ err: plainError(error) }, 'an answer broke off');
    } finally {
      clearTimeout(overtime);
    }
    if (await committed) await finish(one, outcome, usage);
    else running.delete(one.generationId);
  }

  async function finish(one: Running, outcome: Outcome, usage: Usage | undefined) {
    const { generationId, messageId } = one;
    await writer.drained(one);
    const isLost = () => one.reason === 'lost';
    if (!isLost()) one.parts.push(...(await afterwards(one, outcome)));
    const state = isLost()
      ? undefined
      : await persistently(() =>
          database.transaction((tx) =>
            endGeneration(tx, charges, {
              ...{ generationId, outcome, usage, ...endingOf(one), isDeclined: one.isDeclined },
              isAlone: one.answer.guise === undefined && !hub.isFollowed(messageId) && !isWatched(messageId),
            }),
          ),
        );
    running.delete(generationId);
    if (state === undefined) {
      const lost = { generationId, assistantId: one.answer.assistant.id };
      if (usage) await database.transaction((tx) => countLost(tx, { ...lost, usage }));
      await deleteStrayChunks(messageId);
      hub.notify(messageId, (follower) => follower.checkStored(undefined));
      return;
    }
    for (const part of one.parts) hub.notify(messageId, (follower) => follower.part(part));
    hub.notify(messageId, (follower) => follower.end(state));
  }

  async function afterwards(one: Running, outcome: Outcome): Promise<DataPart[]> {
    // More of a spoken answer may be cut off than is known here; and an empty answer has nothing to check.
    if (one.heard !== undefined || one.said === '') return [];
    try {
      const text = `${await textBefore(one.answer)}${one.said}`;
      const checked = afterthought(outcome === 'done' ? text : wholeSentences(text), one.locale);
      return await Promise.race([checked, shortlyAfterAbort(one.abort.signal).then(() => [])]);
    } catch (error) {
      // The answer stays without the part; nothing then claims that it was checked.
      log.warn({ err: plainError(error) }, 'an answer could not be checked');
      return [];
    }
  }

  /** Of a continued answer: its text so far. */
  async function textBefore({ messageId, start }: Accepted) {
    if (start === 0) return '';
    const { rows } = await database.pool.query<{ text: string }>(
      'select text from chat_messages where id = $1',
      [messageId],
    );
    return rows[0]?.text ?? '';
  }

  /**
   * Retries while the database is unavailable for a short time; if it stays so, another process ends the
   * answer.
   */
  async function persistently(work: () => Promise<MessageState | undefined>) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        log.warn({ err: plainError(error) }, 'an answer could not be ended; trying again');
        if (tries === 20) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100 * tries));
      }
    }
  }

  /** Deletes chunks whose thread was deleted meanwhile. */
  const deleteStrayChunks = (messageId: number) =>
    database.pool.query(
      `delete from chat_chunks where message_id = $1 and not exists (select from chat_messages where id = $1)`,
      [messageId],
    );

  return {
    /**
     * `committed` settles with the transaction of the question: until then all text is held back, and if it
     * fails there is no answer.
     */
    start(answer: Accepted, locale: Locale, committed: Promise<void>) {
      const { generationId, messageId, start } = answer;
      const one: Running = {
        answer,
        generationId,
        messageId,
        locale,
        at: start,
        early: '',
        half: '',
        said: '',
        parts: [],
        partsWritten: 0,
        isDeclined: false,
        abort: new AbortController(),
        ended: Promise.resolve(),
      };
      running.set(generationId, one);
      one.ended = write(one, isCommitted(one, committed)).catch((error) => {
        running.delete(generationId);
        log.error({ err: plainError(error) }, 'an answer could not be ended');
      });
    },
    stop: (generationId: number) => end(generationId, 'stopped'),
    /** Ends a spoken answer where its listener interrupted it; resolves once it has ended. */
    async stopAt(messageId: number, heard: number) {
      const one = [...running.values()].find((found) => found.messageId === messageId);
      if (!one) return;
      one.heard = heard;
      end(one.generationId, 'stopped');
      await one.ended;
    },
    isWriting: (messageId: number) => [...running.values()].some((one) => one.messageId === messageId),
    count: () => running.size,
    loseAll() {
      for (const id of running.keys()) end(id, 'lost');
    },
    /** Running answers keep their text so far, and can be continued. */
    async close() {
      for (const id of running.keys()) end(id, 'closing');
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await writer.close();
    },
  };
}

/** Resolves a short time after the signal aborts; never without an abort. */
async function shortlyAfterAbort(signal: AbortSignal) {
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await new Promise((resolve) => setTimeout(resolve, shortCheckMs));
}

/** A text that was cut may end in half a number. */
const wholeSentences = (text: string) =>
  text.replace(/(?<=[\n。！？；，]|[.,;!?] )[^\n。！？；，]{0,400}$/, '');

const endingOf = ({ parts, heard }: Running) =>
  heard === undefined ? { parts } : { parts: parts.filter(keptWhenCut), heard };

const outcomeOf = (reason: Reason): Outcome =>
  reason === 'stopped' ? 'stopped' : reason === 'closing' ? 'interrupted' : 'cut';

/** Keeps surrogate pairs whole, and replaces what a PostgreSQL text cannot hold with U+FFFD. */
function storable(text: string) {
  const last = text.charCodeAt(text.length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  const whole = (isHalf ? text.slice(0, -1) : text).replaceAll('\0', '\ufffd').toWellFormed();
  return { whole, half: isHalf ? text.slice(-1) : '' };
}
