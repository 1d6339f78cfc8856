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
  type Asking,
  acceptContinuation,
  acceptMessage,
  acceptRegeneration,
  type Guise,
} from './answering/accept.ts';
import { createCharges } from './answering/charge.ts';
import { checkAnswer } from './answering/check-answer.ts';
import { cutAnswer, endGeneration } from './answering/end-generation.ts';
import { createGenerations, type Generations } from './answering/generations.ts';
import { openPresence } from './answering/presence.ts';
import { createSource } from './answering/source.ts';
import { checkOffered, endpointsOf } from './assistants.ts';
import { createFollowers } from './following/follow.ts';
import { createHub } from './following/hub.ts';
import { openNotices } from './following/notices.ts';
import { createWatchers } from './following/watch.ts';
import { openDomestic } from './model/domestic.ts';
import { isOverBudget } from './operator.ts';
import { asOneOfMany } from './thread/hold-thread.ts';
import { noteStop, ownAnswer } from './thread/messages.ts';
import { createDevices, type Owner } from './thread/owner.ts';
import { openReading, type ReadingTools } from './thread/reading.ts';
import { helpPart, isInDistress } from './tutor/help-lines.ts';

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

/** Who speaks an answer: its text in order, then how it ended. */
export type Listener = { text(text: string): void; end(state: MessageState): void };

export type Chat = Awaited<ReturnType<typeof openChat>>;

/** The tutor: takes questions, writes answers, and hands them to whoever follows. */
export async function openChat(parts: ChatParts) {
  const { config, keys, database, files, eraserTools, quota, bank, log, telemetry } = parts;
  const { ai } = config;
  const reading = openReading({ database, files, tools: eraserTools, log });
  const hub = createHub();
  const charges = createCharges(quota, keys.secret, ai.trialsPerAddress);
  const mathematics = createMathematics();
  const isDomestic = await openDomestic(ai.domesticCidrFile);
  const watchers = createWatchers(database.db);
  const notices = await openNotices(database, hub, {
    onStop: (id) => generations.stop(id),
    onBegun: watchers.onBegun,
    onGap: watchers.lookAll,
  });
  const presence = await openPresence({
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
    source: createSource({ ai, database, files, mathematics, reading, bank, telemetry }),
    afterthought: (text, locale) => checkAnswer(mathematics, text, locale),
    answerTimeoutMs: ai.answerTimeoutMs,
    processId: presence.id,
    noticeFor: notices.noticeFor,
  });
  const followers = createFollowers({
    db: database.db,
    hub,
    isWrittenHere: generations.isWriting,
    askForNotices: notices.askForNotices,
  });

  type Begin = (tx: Tx, acceptor: Acceptor, asking: Asking) => Promise<Acceptance>;
  type From = Asking & { locale: Locale };

  /** The question is taken, or refused, before anything streams. From then on the answer needs nobody. */
  async function take({ owner, address, locale }: From, accept: Begin, guise?: Guise): Promise<Acceptance> {
    const isOver = await isOverBudget(database.db, ai.dailyBudgetCents);
    return asOneOfMany(async () => {
      const kept = Promise.withResolvers<void>();
      let isBegun = false;
      const begin = (answer: Accepted) => {
        isBegun = true;
        generations.start(guise ? { ...answer, guise } : answer, locale, kept.promise);
      };
      const acceptor: Acceptor = {
        charges,
        processId: presence.id,
        checkOffered(assistant) {
          checkOffered(assistant, isDomestic(address));
          // What costs nothing is there as long as anybody asks.
          if (isOver && endpointsOf(assistant, ai.endpoints).length > 0)
            throw new AppError('assistantUnavailable');
        },
        onCertain: begin,
      };
      try {
        const made = await database.transaction((tx) => accept(tx, acceptor, { owner, address }));
        if (made.isNew && !isBegun) begin(made);
        kept.resolve();
        return made;
      } catch (error) {
        if (isBegun) kept.reject(error);
        throw error;
      }
    });
  }

  async function begin(from: From, accept: Begin, parts: Parameters<typeof followers.fresh>[1] = []) {
    const { owner, locale } = from;
    const accepted = await take(from, accept);
    if (!accepted.isNew) return follow(owner, accepted.messageId, 0, locale);
    const { messageId, threadId, parentId, start } = accepted;
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
      const parts = isInDistress(form.text) ? [helpPart(from.locale)] : [];
      return begin(
        from,
        (tx, acceptor, asking) => acceptMessage(tx, acceptor, asking, { form, parts }),
        parts,
      );
    },
    regenerate: (from: From, messageId: number, clientKey: string) =>
      begin(from, (tx, acceptor, asking) =>
        acceptRegeneration(tx, acceptor, asking, { messageId, clientKey }),
      ),
    continueAnswer: (from: From, messageId: number, clientKey: string) =>
      begin(from, (tx, acceptor, asking) =>
        acceptContinuation(tx, acceptor, asking, { messageId, clientKey }),
      ),

    /** Asked by voice: the answer is heard in this process, as it is stored. Undefined: the same was asked before. */
    async ask(
      from: From,
      form: SendForm,
      { guise, listener }: { guise?: Guise | undefined; listener: Listener },
    ) {
      const isHelpNeeded = isInDistress(form.text);
      const parts = isHelpNeeded ? [helpPart(from.locale)] : [];
      const accepted = await take(
        from,
        (tx, acceptor, asking) => acceptMessage(tx, acceptor, asking, { form, parts, isSpoken: true }),
        // Whatever is being played, somebody in distress is answered as such.
        isHelpNeeded ? undefined : guise,
      );
      if (!accepted.isNew) return undefined;
      const { messageId } = accepted;
      const unfollow = hub.follow(messageId, {
        chunk: (_start, text) => listener.text(text),
        part: () => {},
        end: (state) => {
          unfollow();
          listener.end(state);
        },
        // What is written here tells its end itself, unless somebody has taken it away.
        look: () => {
          if (generations.isWriting(messageId)) return;
          unfollow();
          listener.end('interrupted');
        },
      });
      return { messageId };
    },
    /** An answer that is spoken ends where its listener interrupted it: the thread keeps what was heard. */
    async interrupt(owner: Owner, messageId: number, heard: number) {
      await ownAnswer(database.db, owner, messageId);
      await generations.stopAt(messageId, heard);
      await database.transaction((tx) => cutAnswer(tx, messageId, heard));
    },

    /** Whichever process writes it hears of it. */
    stop: (owner: Owner | undefined, messageId: number) =>
      database.transaction(async (tx) => {
        const generationId = await noteStop(tx, owner, messageId);
        if (generationId !== undefined) await notices.askToStop(tx, generationId);
      }),
    /** For a thread that is deleted in this transaction: it costs what it would have cost to stop it now. */
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
