import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Db } from '#server/ground/db/db.ts';
import type { EventSink, StreamAnswer } from '#server/ground/http/stream-answer.ts';
import type { MessageState } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import type { Locale } from '#shared/locale.ts';
import type { Follower, Hub } from './hub.ts';
import { ending, opening, partEvent, streamHeaders, textEvent } from './ui-stream.ts';

type Followed = {
  messageId: number;
  threadId: number;
  parentId: number | null;
  from: number;
  locale: Locale;
};

type Options = {
  db: Db;
  hub: Hub;
  isWrittenHere: (messageId: number) => boolean;
  /** Asks the process that writes an answer to notify this one when it has stored more. */
  askForNotices: (messageId: number) => Promise<void>;
};

/** Notifications may be lost, so a follower on another process also polls. */
const lookEveryMs = 1_000;
/** Proxies close connections that are silent for a minute. */
const beatMs = 25_000;
/** A client with more unread bytes is disconnected, and resumes later at the character it had reached. */
const mostPending = 1_048_576;

/** Streams an answer, from any character on, to clients of any process. Only stored text is shown. */
export function createFollowers({ db, hub, isWrittenHere, askForNotices }: Options) {
  function begin(followed: Followed, sink: EventSink, isFresh: boolean) {
    const { messageId, locale } = followed;
    let at = followed.from;
    let isOver = false;
    let isLooking = false;
    let mustLookAgain = false;
    const shownParts = new Map<string, DataPart>();
    const timers: NodeJS.Timeout[] = [];

    const write = (events: string) => {
      if (isOver) return;
      if (sink.pending() > mostPending) leave();
      else sink.write(events);
    };
    const follower: Follower = {
      chunk(start, text, event) {
        if (start === at) {
          at += text.length;
          write(event);
        } else if (start > at) look();
        else if (start + text.length > at) {
          const rest = text.slice(at - start);
          write(textEvent(at, rest));
          at += rest.length;
        }
      },
      part(part) {
        // In a continued answer, a part replaces the earlier one with the same id.
        if (isDeepStrictEqual(shownParts.get(part.id), part)) return;
        shownParts.set(part.id, part);
        write(partEvent(part));
      },
      end(state) {
        // While stored text is being read, that read reports the final state.
        if (isLooking) mustLookAgain = true;
        else finish(state);
      },
      checkStored(length) {
        if (length === undefined || length > at) look();
      },
    };

    function finish(state: MessageState) {
      write(ending(state, locale));
      leave();
    }
    function leave() {
      if (isOver) return;
      isOver = true;
      unfollow();
      for (const timer of timers) clearInterval(timer);
      sink.end();
    }
    function look() {
      if (isOver) return;
      if (isLooking) {
        mustLookAgain = true;
        return;
      }
      isLooking = true;
      mustLookAgain = false;
      const base = at;
      readFrom(db, messageId, base)
        .then((found) => {
          isLooking = false;
          if (isOver) return;
          if (!found) return leave();
          // Some of it may have arrived meanwhile as chunks.
          const rest = found.text.slice(at - base);
          if (rest !== '') {
            write(textEvent(at, rest));
            at += rest.length;
          }
          for (const part of found.parts) follower.part(part);
          if (found.state !== 'running') finish(found.state);
          else if (mustLookAgain) look();
        })
        // The connection ends; the page resumes at the character it had reached.
        .catch(leave);
    }

    const unfollow = hub.follow(messageId, follower);
    sink.onClose(leave);
    write(opening(followed));
    timers.push(setInterval(() => write(': \n\n'), beatMs));
    if (isFresh) return follower;
    look();
    if (!isWrittenHere(messageId)) {
      askForNotices(messageId).then(look, () => {});
      timers.push(
        setInterval(() => {
          look();
          if (!isWrittenHere(messageId)) void askForNotices(messageId).catch(() => {});
        }, lookEveryMs),
      );
    }
    return follower;
  }

  return {
    /** For an answer that was begun in this turn of the event loop: nothing of it is stored yet. */
    fresh: (followed: Followed, parts: readonly DataPart[]): StreamAnswer => ({
      headers: streamHeaders,
      begin(sink) {
        const follower = begin(followed, sink, true);
        for (const part of parts) follower.part(part);
      },
    }),
    follow: (followed: Followed): StreamAnswer => ({
      headers: streamHeaders,
      begin: (sink) => void begin(followed, sink, false),
    }),
  };
}

type Found = { state: MessageState; text: string; parts: DataPart[] };

/**
 * The stored text from a UTF-16 offset on. Chunks store UTF-16 offsets, whereas PostgreSQL counts characters.
 */
async function readFrom(db: Db, messageId: number, from: number): Promise<Found | undefined> {
  const { rows } = await db.execute<{
    state: MessageState;
    parts: DataPart[];
    text: string | null;
    chunks: { start: number; text: string }[];
  }>(sql`
    select state, parts,
      -- A message has at least half as many characters as units: with nothing new to say, it is not read.
      case when length(text) * 2 > ${from} then text end as text,
      coalesce((
        select json_agg(json_build_object('start', chunks.start, 'text', chunks.text) order by chunks.start)
        from chat_chunks chunks where message_id = chat_messages.id
          and chunks.start >= coalesce((
            select max(earlier.start) from chat_chunks earlier
            where earlier.message_id = chat_messages.id and earlier.start <= ${from}), 0)), '[]') as chunks
    from chat_messages where id = ${messageId}`);
  const [row] = rows;
  if (!row) return undefined;
  let text = (row.text ?? '').slice(from);
  let at = Math.max(from, (row.text ?? '').length);
  for (const chunk of row.chunks) {
    const end = chunk.start + chunk.text.length;
    if (end <= at) continue;
    // Commits are in order: a gap means that the text before it has moved into the message.
    if (chunk.start > at) break;
    text += chunk.text.slice(at - chunk.start);
    at = end;
  }
  return { state: row.state, parts: row.parts, text };
}
