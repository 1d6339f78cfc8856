import type { ThreadNews, TutorMessage } from '#shared/chat/chat.ts';
import { notFound, notSignedIn, sessionInvalid } from '#shared/codes/numbers.ts';
import { type Api, ApiError, NotReached } from '#web/ground/api/api.ts';
import { newKey } from '#web/ground/drafts.ts';
import { createListeners } from '#web/ground/listeners.ts';
import { untilOnlineOr } from '#web/ground/until-online.ts';
import { followAnswer } from '../follow/follow-answer.ts';
import { createWatch } from '../follow/watch-thread.ts';
import { type Outgoing, queueMessage, readOutgoing, takeBack } from './outbox.ts';
import {
  changed,
  portionsOf,
  refreshed,
  runningIn,
  withAnotherAnswer,
  withOlder,
  withPart,
  withQuestion,
  withState,
  withText,
} from './thread-state.ts';

export type Unsent = Outgoing & { problem?: Problem | undefined };

export type Shown = {
  list: readonly TutorMessage[];
  hasMore: boolean;
  older: 'still' | 'reading' | 'failed';
  unsent: Unsent | undefined;
  /** False while the connection to a running answer is lost. */
  isLive: boolean;
};

/** Runs the given steps one after the other. */
export type DrawOlder = (puts: readonly (() => void)[]) => void | Promise<void>;
const drawAtOnce: DrawOlder = (puts) => {
  for (const put of puts) put();
};

export type Loaded = { list: TutorMessage[]; has_more: boolean };

type Options = {
  api: Api;
  threadId: number;
  owner: number;
  loaded: Loaded;
  /** An answer has begun or ended: the remaining quota and the thread's title may have changed. */
  onTurn: () => void;
};

export type ThreadStore = ReturnType<typeof createThreadStore>;

/** One thread in one window: the messages shown, the message being sent, and the answer being followed. */
export function createThreadStore({ api, threadId, owner, loaded, onTurn }: Options) {
  let shown: Shown = {
    list: loaded.list,
    hasMore: loaded.has_more,
    older: 'still',
    unsent: undefined,
    isLive: true,
  };
  const listeners = createListeners();
  let following: { messageId: number; controller: AbortController } | undefined;
  let isSending = false;
  /** The page is open and visible. */
  let isSeen = false;
  let frame: number | undefined;
  let reading: Promise<void> | undefined;

  const notify = () => {
    frame = undefined;
    listeners.notify();
  };
  const set = (change: Partial<Shown>) => {
    shown = { ...shown, ...change };
    if (frame !== undefined) cancelAnimationFrame(frame);
    notify();
  };
  /** Groups the updates of one frame; a hidden window has no frames, and needs none. */
  const setSoon = (change: Partial<Shown>) => {
    shown = { ...shown, ...change };
    frame ??= requestAnimationFrame(notify);
  };

  type Stream = ReadableStream<Uint8Array>;
  type Begun = {
    stream?: Stream;
    messageId: number;
    shown: number;
    onStart?: (ids: Ids) => number;
    /** Something of the answer has arrived, so the question is certainly stored. */
    onFirst?: () => void;
  };
  type Ids = { messageId: number; parentId: number | null };

  async function follow({ stream, messageId: known, shown: at, onStart, onFirst }: Begun) {
    let first = onFirst;
    const received = () => {
      first?.();
      first = undefined;
    };
    following?.controller.abort();
    const controller = new AbortController();
    let messageId = known;
    following = { messageId, controller };
    const mine = following;
    listen();
    try {
      const state = await followAnswer({
        first: stream,
        shown: at,
        signal: controller.signal,
        reopen: (from) => {
          // Before the first event the answer's id is unknown: the sender sends the message again, with the
          // same key.
          if (messageId === 0) throw new NotReached('the connection was lost before the answer began');
          return api('GET /api_ai/chat_ai/messages/{id}/stream', {
            params: { id: messageId },
            query: { from },
          }) as Promise<Stream>;
        },
        mayComeBack: (error) => messageId !== 0 && mayComeBack(error),
        onStart: (ids) => {
          const isFirst = messageId === 0;
          messageId = ids.messageId;
          mine.messageId = messageId;
          return isFirst ? onStart?.(ids) : undefined;
        },
        onText: (more) => {
          received();
          setSoon({ list: withText(shown.list, messageId, more) });
        },
        onPart: (part) => {
          received();
          setSoon({ list: withPart(shown.list, messageId, part) });
        },
        onConnection: (isLive) => shown.isLive !== isLive && set({ isLive }),
        pause: (ms) => untilOnlineOr(ms, controller.signal),
      });
      if (state) received();
      if (state) set({ list: withState(shown.list, messageId, state), isLive: true });
    } finally {
      if (following === mine) following = undefined;
      listen();
    }
    if (!controller.signal.aborted) onTurn();
  }

  const watch = createWatch({
    open: () =>
      api('GET /api_ai/chat_ai/threads/{id}/events', { params: { id: threadId } }) as Promise<Stream>,
    mayComeBack,
    onNews,
    pause: untilOnlineOr,
  });

  /** Another device may ask here; while an answer is followed, its stream says all there is to know. */
  function listen() {
    watch.want(isSeen && !following && !isSending);
  }

  function onNews({ message_id, is_running }: ThreadNews) {
    const last = shown.list.at(-1);
    if (last?.id === message_id && (last.state === 'running') === is_running) return;
    if (message_id === null && !last) return;
    // Logged by the call layer; the next event, or the next refresh, catches up.
    refresh().catch(() => {});
  }

  /** Follows the running answer, unless it is followed already. */
  function resume() {
    const running = runningIn(shown.list);
    if (!running || following) return;
    // If it can no longer be followed, the messages are loaded again.
    follow({ messageId: running.id, shown: running.text.length }).catch(() => void refresh().catch(() => {}));
  }

  async function refresh() {
    const { list: latest, has_more } = await api('GET /api_ai/chat_ai/messages', {
      query: { thread_id: threadId },
    });
    const joined = refreshed(shown.list, latest, following?.messageId);
    set({ list: joined.list, hasMore: joined.reaches ? shown.hasMore : has_more });
    resume();
  }

  async function deliver(): Promise<void> {
    const { unsent } = shown;
    if (!unsent || isSending) return;
    isSending = true;
    listen();
    set({ unsent: { ...unsent, problem: undefined } });
    const { key, text, files, wish, edits } = unsent;
    try {
      const stream = (await api('POST /api_ai/chat_ai/messages', {
        body: {
          thread_id: threadId,
          text,
          file_ids: files.map(({ id }) => id),
          client_key: key,
          ...(wish && { wish }),
          ...(edits !== undefined && { edits }),
        },
      })) as Stream;
      await follow({
        stream,
        messageId: 0,
        shown: 0,
        onStart: ({ messageId: answerId, parentId }) => {
          isSending = false;
          const question = { threadId, questionId: parentId ?? 0, answerId, text, files, edits };
          set({ unsent: undefined, list: withQuestion(shown.list, question) });
          onTurn();
          // Sent and accepted before: its answer may be shown already.
          return shown.list.find(({ id }) => id === answerId)?.text.length ?? 0;
        },
        onFirst: () => takeBack(threadId),
      });
    } catch (error) {
      if (shown.unsent?.key === key) {
        set({ unsent: { ...unsent, problem: problemOf(error) } });
        resume();
      }
      // It was accepted; its answer is loaded again.
      else await refresh().catch(() => {});
      // Accepted, then lost with a database that failed at that time: nothing of its answer has arrived, so
      // the message is still in the outbox.
      if (isGone(error) && readOutgoing(threadId, owner)?.key === key) {
        isSending = false;
        set({ unsent });
        return deliver();
      }
    } finally {
      isSending = false;
      listen();
    }
  }

  /**
   * Requests another answer, or the rest of one. Resolves once it has begun; a refusal comes before that, or
   * not at all.
   */
  async function ask(
    key: 'POST /api_ai/chat_ai/messages/{id}/regenerate' | 'POST /api_ai/chat_ai/messages/{id}/continue',
    id: number,
  ) {
    try {
      const stream = (await api(key, { params: { id }, body: { client_key: newKey() } })) as Stream;
      const isAnew = key.endsWith('regenerate');
      const before = shown.list.find((message) => message.id === id)?.text.length ?? 0;
      if (!isAnew) set({ list: withState(shown.list, id, 'running') });
      follow({
        stream,
        messageId: isAnew ? 0 : id,
        shown: isAnew ? 0 : before,
        onStart: ({ messageId }) => {
          set({ list: withAnotherAnswer(shown.list, id, messageId) });
          return 0;
        },
      }).catch(() => void refresh().catch(() => {}));
    } catch (error) {
      // Another window may have been first.
      await refresh().catch(() => {});
      throw error;
    }
  }

  async function readBefore(oldest: number | undefined, draw: DrawOlder) {
    if (oldest === undefined) return;
    set({ older: 'reading' });
    try {
      const { list, has_more } = await api('GET /api_ai/chat_ai/messages', {
        query: { thread_id: threadId, before: oldest },
      });
      let first = oldest;
      // If another version is shown meanwhile, these messages do not come before it.
      const isSame = () => shown.list[0]?.id === first;
      const put = (older: readonly TutorMessage[]) => () => {
        if (!isSame()) return;
        first = older[0]?.id ?? first;
        set({ list: withOlder(shown.list, older) });
      };
      const end = () => set({ hasMore: isSame() ? has_more : shown.hasMore, older: 'still' });
      await draw([...portionsOf(list).map(put), end]);
    } catch {
      // The call layer has logged it; the page shows the failure with a retry button.
      set({ older: 'failed' });
    }
  }

  return {
    subscribe: listeners.subscribe,
    shown: () => shown,

    /** After hydration: resumes a message that was being sent, or an answer that is being written. */
    open() {
      isSeen = document.visibilityState === 'visible';
      const unsent = readOutgoing(threadId, owner);
      if (unsent) {
        set({ unsent });
        void deliver();
      } else resume();
      listen();
    },
    /** A page that becomes visible loads what happened meanwhile; a hidden page keeps no connection open. */
    see(isVisible: boolean) {
      isSeen = isVisible;
      listen();
      // Logged by the call layer; the next refresh catches up.
      if (isVisible) refresh().catch(() => {});
    },
    close() {
      isSeen = false;
      watch.want(false);
      following?.controller.abort();
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
    send(message: Omit<Outgoing, 'key'>) {
      if (shown.unsent) return;
      set({ unsent: queueMessage(threadId, owner, message) });
      void deliver();
    },
    retry: () => void deliver(),
    /** A message that was not sent goes back to the composer. */
    recall() {
      const { unsent } = shown;
      if (isSending || !unsent) return undefined;
      takeBack(threadId);
      set({ unsent: undefined });
      return unsent;
    },
    regenerate: (id: number) => ask('POST /api_ai/chat_ai/messages/{id}/regenerate', id),
    continueAnswer: (id: number) => ask('POST /api_ai/chat_ai/messages/{id}/continue', id),
    stop: (id: number) => api('POST /api_ai/chat_ai/messages/{id}/stop', { params: { id } }),
    async showVersion(messageId: number) {
      await api('PUT /api_ai/chat_ai/threads/{id}/version', {
        params: { id: threadId },
        body: { message_id: messageId },
      });
      await refresh();
    },
    async giveFeedback(id: number, feedback: -1 | 0 | 1) {
      const before = shown.list.find((message) => message.id === id)?.feedback ?? 0;
      set({ list: changed(shown.list, id, (message) => ({ ...message, feedback })) });
      try {
        await api('PUT /api_ai/chat_ai/messages/{id}/feedback', { params: { id }, body: { feedback } });
      } catch (error) {
        set({ list: changed(shown.list, id, (message) => ({ ...message, feedback: before })) });
        throw error;
      }
    },
    refresh,
    /**
     * `draw` inserts the loaded messages into the page, the newest first, without moving what is visible. A
     * call during a load waits for the same load.
     */
    readOlder(draw: DrawOlder = drawAtOnce) {
      reading ??= readBefore(shown.list[0]?.id, draw).finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

/** Why a message was not sent: the network, or the server's refusal. */
type Problem = { code: number | undefined; message: string };

const final = new Set<number>([notFound, notSignedIn, sessionInvalid]);

/** A permanent refusal would be repeated; other errors, such as a restart, pass. */
const mayComeBack = (error: unknown) => !(error instanceof ApiError && final.has(error.code));

/** The thread or message does not exist, or no longer. */
const isGone = (error: unknown) => error instanceof ApiError && error.code === notFound;

const problemOf = (error: unknown): Problem =>
  error instanceof ApiError ? { code: error.code, message: error.message } : { code: undefined, message: '' };
