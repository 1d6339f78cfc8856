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

/** What an answer is made of: text as it comes, and parts beside it. */
export type Pen = { text(text: string): void; part(part: DataPart): void; signal: AbortSignal };
export type Source = (answer: Accepted, pen: Pen, locale: Locale) => Promise<Usage | undefined>;
/** What to say beside a whole answer, from all of its text. */
type Afterthought = (text: string, locale: Locale) => Promise<DataPart[]>;

type Reason = 'stopped' | 'closing' | 'lost' | 'too long' | 'refused';
type Running = Writing & {
  answer: Accepted;
  locale: Locale;
  /** Where the next text goes. */
  at: number;
  /** What came before the question was kept; undefined since. Nothing may be stored or shown until then. */
  early: string | undefined;
  /** Half of a character that came in two pieces. */
  half: string;
  /** All that was handed on to be stored. */
  said: string;
  parts: DataPart[];
  /** How many of them were handed on with a text: they are shown with it, the others at the end. */
  partsWritten: number;
  abort: AbortController;
  reason?: Reason;
  /** Of an answer that is spoken: how many characters of it were heard when it was stopped. */
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
};

const longestAnswer = 200_000;
/** Whoever stops an answer sees it end within half a second, checked or not. */
const shortCheckMs = 200;

export type Generations = ReturnType<typeof createGenerations>;

/** The answers that this process is writing. They belong to it, not to whoever asked: nobody has to stay and watch. */
export function createGenerations(options: Options) {
  const { database, log, charges, hub, source, afterthought, answerTimeoutMs, processId, noticeFor } =
    options;
  const running = new Map<number, Running>();
  const writer: ChunkWriter = createChunkWriter({
    database,
    log,
    processId,
    noticeFor,
    onStored: ({ writing, start, text, parts }) => {
      if (!hub.isFollowed(writing.messageId)) return;
      for (const part of parts) hub.tell(writing.messageId, (follower) => follower.part(part));
      const event = textEvent(start, text);
      hub.tell(writing.messageId, (follower) => follower.chunk(start, text, event));
    },
    onLost: ({ generationId }) => end(generationId, 'lost'),
  });

  function end(generationId: number, reason: Reason) {
    const one = running.get(generationId);
    if (!one || one.reason) return;
    one.reason = reason;
    one.abort.abort(new Error(reason));
  }

  const penOf = (one: Running): Pen => ({
    signal: one.abort.signal,
    text(given) {
      if (one.reason) return;
      if (one.early !== undefined) {
        one.early += given;
        return;
      }
      const text = storable(one.half + given);
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
  });

  /** Whether the question was kept. */
  async function isKept(one: Running, kept: Promise<void>) {
    try {
      await kept;
    } catch {
      end(one.generationId, 'refused');
      return false;
    }
    const text = one.early ?? '';
    one.early = undefined;
    if (text !== '') penOf(one).text(text);
    return true;
  }

  async function write(one: Running, kept: Promise<boolean>) {
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
    if (await kept) await finish(one, outcome, usage);
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
            endGeneration(tx, charges, { generationId, outcome, usage, ...leftOf(one) }),
          ),
        );
    running.delete(generationId);
    if (state === undefined) {
      const lost = { generationId, assistantId: one.answer.assistant.id };
      if (usage) await database.transaction((tx) => countLost(tx, { ...lost, usage }));
      await forgetStray(messageId);
      hub.tell(messageId, (follower) => follower.look(undefined));
      return;
    }
    for (const part of one.parts) hub.tell(messageId, (follower) => follower.part(part));
    hub.tell(messageId, (follower) => follower.end(state));
  }

  async function afterwards(one: Running, outcome: Outcome): Promise<DataPart[]> {
    // Of what is spoken, more is cut off than this knows of; and nothing is said of what said nothing.
    if (one.heard !== undefined || one.said === '') return [];
    try {
      const text = `${await textBefore(one.answer)}${one.said}`;
      const checked = afterthought(outcome === 'done' ? text : wholeSentences(text), one.locale);
      return await Promise.race([checked, soonAfter(one.abort.signal).then(() => [])]);
    } catch (error) {
      // The answer stands without it; nothing is then said to have been checked.
      log.warn({ err: plainError(error) }, 'an answer could not be checked');
      return [];
    }
  }

  /** Of an answer that goes on: what it said before. */
  async function textBefore({ messageId, start }: Accepted) {
    if (start === 0) return '';
    const { rows } = await database.pool.query<{ text: string }>(
      'select text from chat_messages where id = $1',
      [messageId],
    );
    return rows[0]?.text ?? '';
  }

  /** An answer is not lost because the database was away for a moment; others end it where it stays away. */
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

  /** Of a thread that was deleted meanwhile. */
  const forgetStray = (messageId: number) =>
    database.pool.query(
      `delete from chat_chunks where message_id = $1 and not exists (select from chat_messages where id = $1)`,
      [messageId],
    );

  return {
    /** `kept` tells what became of the question: until then the answer is held back, and without it there is none. */
    start(answer: Accepted, locale: Locale, kept: Promise<void>) {
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
        abort: new AbortController(),
        ended: Promise.resolve(),
      };
      running.set(generationId, one);
      one.ended = write(one, isKept(one, kept)).catch((error) => {
        running.delete(generationId);
        log.error({ err: plainError(error) }, 'an answer could not be ended');
      });
    },
    stop: (generationId: number) => end(generationId, 'stopped'),
    /** Ends an answer that is spoken where its listener interrupted it; resolves once it has ended. */
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
    /** What is being written stays as far as it came, and can be continued. */
    async close() {
      for (const id of running.keys()) end(id, 'closing');
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await writer.close();
    },
  };
}

/** A while after somebody has no more patience; never, where everybody has. */
async function soonAfter(signal: AbortSignal) {
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await new Promise((resolve) => setTimeout(resolve, shortCheckMs));
}

/** What was cut may end in half a number. */
const wholeSentences = (text: string) =>
  text.replace(/(?<=[\n。！？；，]|[.,;!?] )[^\n。！？；，]{0,400}$/, '');

const leftOf = ({ parts, heard }: Running) =>
  heard === undefined ? { parts } : { parts: parts.filter(keptWhenCut), heard };

const outcomeOf = (reason: Reason): Outcome =>
  reason === 'stopped' ? 'stopped' : reason === 'closing' ? 'interrupted' : 'cut';

/** A character of two units is stored whole; what no database text can hold is marked as unreadable. */
function storable(text: string) {
  const last = text.charCodeAt(text.length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  const whole = (isHalf ? text.slice(0, -1) : text).replaceAll('\0', '\ufffd').toWellFormed();
  return { whole, half: isHalf ? text.slice(-1) : '' };
}
