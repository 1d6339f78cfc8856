import type { Logger } from 'pino';
import type { Bank } from '#server/domains/practice/bank.ts';
import { createMathematics } from '#server/domains/practice/mathematics.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Keys } from '#server/ground/config/keys.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { StreamAnswer } from '#server/ground/http/stream-answer.ts';
import type { Telemetry } from '#server/ground/telemetry/telemetry.ts';
import type { MessageState, SendForm } from '#shared/chat/chat.ts';
import type { Locale } from '#shared/locale.ts';
import {
  type Acceptance,
  type Accepted,
  type Acceptor,
  acceptContinuation,
  acceptMessage,
  acceptRegeneration,
  type Requester,
  type SpokenInstructions,
} from './answering/accept.ts';
import { createCharges } from './answering/charge.ts';
import { checkAnswer } from './answering/check-answer.ts';
import { cutAnswer, endGeneration } from './answering/end-generation.ts';
import { createGenerations, type Generations } from './answering/generations.ts';
import { openHeartbeat } from './answering/heartbeat.ts';
import { createSource } from './answering/source.ts';
import { checkOffered, endpointsOf } from './assistants.ts';
import { createFollowers } from './following/follow.ts';
import { createHub } from './following/hub.ts';
import { openProcessNotifications } from './following/process-notifications.ts';
import { createWatchers } from './following/watch.ts';
import { openDomestic } from './model/domestic.ts';
import { isOverBudget } from './operator.ts';
import { retryOnUniqueViolation } from './thread/lock-thread.ts';
import { noteStop, ownAnswer } from './thread/messages.ts';
import { createDevices, type Owner } from './thread/owner.ts';
import { openReading, type ReadingTools } from './thread/reading.ts';
import { careOf } from './tutor/care.ts';
import { helpPartFor } from './tutor/help-lines.ts';
import { threadTitle } from './tutor/help-words.ts';

export type ChatParts = {
  config: Config;
  keys: Keys;
  database: Database;
  files: Files;
  eraserTools: ReadingTools;
  quota: Quota;
  bank: Bank;
  log: Pick<Logger, 'warn' | 'error'>;
  telemetry?: Telemetry | undefined;
};

/** Receives an answer that is read aloud: its text in order, then its final state. */
export type Listener = { text(text: string): void; end(state: MessageState): void };

export type Chat = Awaited<ReturnType<typeof openChat>>;

/** The AI tutor: accepts questions, writes answers and streams them to every client that follows. */
export async function openChat(parts: ChatParts) {
  const { config, keys, database, files, eraserTools, quota, bank, log, telemetry } = parts;
  const { ai } = config;
  const reading = openReading({ database, files, tools: eraserTools, log });
  const hub = createHub();
  const charges = createCharges(quota, keys.secret, ai.trialsPerAddress);
  const mathematics = createMathematics();
  const isDomestic = await openDomestic(ai.domesticCidrFile);
  const watchers = createWatchers(database.db);
  const notices = await openProcessNotifications(database, hub, {
    onStop: (id) => generations.stop(id),
    onBegun: watchers.onBegun,
    onGap: watchers.lookAll,
  });
  const presence = await openHeartbeat({
    database,
    log,
    interrupt: async (tx, generationId) => {
      await endGeneration(tx, charges, { generationId, outcome: 'interrupted' });
    },
    onDeclaredDead: () => generations.loseAll(),
    onStopAsked: (ids) => ids.forEach((id) => void generations.stop(id)),
  });
  const generations: Generations = createGenerations({
    database,
    log,
    charges,
    hub,
    source: createSource({ ai, charges, database, files, mathematics, reading, bank, telemetry }),
    afterthought: (text, locale) => checkAnswer(mathematics, text, locale),
    answerTimeoutMs: ai.answerTimeoutMs,
    processId: presence.id,
    noticeFor: notices.noticeFor,
    isWatched: notices.isWatched,
  });
  const followers = createFollowers({
    db: database.db,
    hub,
    isWrittenHere: generations.isWriting,
    askForNotices: notices.askForNotices,
  });

  type Begin = (tx: Tx, acceptor: Acceptor, asking: Requester) => Promise<Acceptance>;
  type From = Requester & { locale: Locale };

  /**
   * Accepts or refuses the question before anything streams. From then on the answer needs no connected
   * client.
   */
  async function acceptAndStart(
    { owner, address, locale }: From,
    accept: Begin,
    guise?: SpokenInstructions,
  ): Promise<Acceptance> {
    const isOver = await isOverBudget(database.db, ai.dailyBudgetCents);
    return retryOnUniqueViolation(async () => {
      const committed = Promise.withResolvers<void>();
      let isBegun = false;
      const begin = (answer: Accepted) => {
        isBegun = true;
        generations.start(
          { ...answer, ...(guise && { guise }), isWithoutModel: isOver || answer.isWithoutModel === true },
          locale,
          committed.promise,
        );
      };
      const acceptor: Acceptor = {
        charges,
        processId: presence.id,
        checkOffered(assistant, { isInNeed }) {
          checkOffered(assistant, isDomestic(address));
          // The daily budget applies to paid endpoints only; the built-in tutor costs nothing.
          if (isOver && !isInNeed && endpointsOf(assistant, ai.endpoints).length > 0)
            throw new AppError('assistantUnavailable');
        },
        onCertain: begin,
      };
      try {
        const made = await database.transaction((tx) => accept(tx, acceptor, { owner, address }));
        if (made.isNew && !isBegun) begin(made);
        committed.resolve();
        return made;
      } catch (error) {
        if (isBegun) committed.reject(error);
        throw error;
      }
    });
  }

  async function begin(from: From, accept: Begin) {
    const { owner, locale } = from;
    const accepted = await acceptAndStart(from, accept);
    if (!accepted.isNew) return follow(owner, accepted.messageId, 0, locale);
    const { messageId, threadId, parentId, start, parts = [] } = accepted;
    return followers.fresh({ messageId, threadId, parentId, from: start, locale }, parts);
  }

  async function follow(
    owner: Owner | undefined,
    id: number,
    from: number,
    locale: Locale,
  ): Promise<StreamAnswer> {
    const { messageId, threadId, parentId } = await ownAnswer(database.db, owner, id);
    return followers.follow({ messageId, threadId, parentId, from, locale });
  }

  return {
    charges,
    reading,
    mathematics,
    devices: createDevices(keys.secret),
    isDomestic,
    follow,
    watch: watchers.watch,
    send(from: From, form: SendForm) {
      const { locale } = from;
      return begin(from, (tx, acceptor, asking) => acceptMessage(tx, acceptor, asking, { form, locale }));
    },
    regenerate: (from: From, messageId: number, clientKey: string) =>
      begin(from, (tx, acceptor, asking) =>
        acceptRegeneration(tx, acceptor, asking, { messageId, clientKey, locale: from.locale }),
      ),
    continueAnswer: (from: From, messageId: number, clientKey: string) =>
      begin(from, (tx, acceptor, asking) =>
        acceptContinuation(tx, acceptor, asking, { messageId, clientKey, locale: from.locale }),
      ),

    /**
     * A question asked by voice: the listener receives the answer in this process, as it is stored.
     * Undefined: the same question was sent before.
     */
    async ask(
      from: From,
      form: SendForm,
      { guise, listener }: { guise?: SpokenInstructions | undefined; listener: Listener },
    ) {
      const { locale } = from;
      const accepted = await acceptAndStart(
        from,
        (tx, acceptor, asking) => acceptMessage(tx, acceptor, asking, { form, locale, isSpoken: true }),
        guise,
      );
      if (!accepted.isNew) return undefined;
      const { messageId, parts = [] } = accepted;
      const unfollow = hub.follow(messageId, {
        chunk: (_start, text) => listener.text(text),
        part: () => {},
        end: (state) => {
          unfollow();
          listener.end(state);
        },
        // An answer written by this process announces its own end, unless another process has ended it.
        checkStored: () => {
          if (generations.isWriting(messageId)) return;
          unfollow();
          listener.end('interrupted');
        },
      });
      return { messageId, parts };
    },
    /** For what was said in a call that another service answers: what to show and store, if it is a cry for help. */
    async helpFor(text: string, locale: Locale) {
      const care = careOf([{ role: 'user', text, parts: [], files: [] }], locale);
      if (!care?.kind) return undefined;
      const part = await helpPartFor(database.db, care.kind, care.locale);
      return { part, words: care.words, title: threadTitle[care.locale] };
    },
    /** Cuts a spoken answer where the listener interrupted it: the thread stores only what was heard. */
    async interrupt(owner: Owner, messageId: number, heard: number) {
      await ownAnswer(database.db, owner, messageId);
      await generations.stopAt(messageId, heard);
      await database.transaction((tx) => cutAnswer(tx, messageId, heard));
    },

    /** The process that writes the answer is notified through the database. */
    stop: (owner: Owner | undefined, messageId: number) =>
      database.transaction(async (tx) => {
        const generationId = await noteStop(tx, owner, messageId);
        if (generationId !== undefined) await notices.askToStop(tx, generationId);
      }),
    /** For a thread that is deleted in this transaction: charged as if the answer were stopped now. */
    async endForDeletion(tx: Tx, generationId: number) {
      await endGeneration(tx, charges, { generationId, outcome: 'stopped' });
      await notices.askToStop(tx, generationId);
    },

    async close() {
      await generations.close();
      await reading.close();
      await presence.close();
      watchers.close();
      await notices.close();
      await mathematics.close();
    },
  };
}
