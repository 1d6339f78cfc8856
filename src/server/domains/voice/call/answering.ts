import { randomUUID } from 'node:crypto';
import type { Guise } from '#server/domains/chat/answering/accept.ts';
import type { Chat } from '#server/domains/chat/chat.ts';
import type { MessageState } from '#shared/chat/chat.ts';
import type { Locale } from '#shared/locale.ts';
import type { ServerEvent } from '#shared/voice/events.ts';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import type { Mouth, Utterance } from './mouth.ts';

/** Whom the tutor answers, and where it is written down. */
type Asker = { userId: number; address: string; threadId: number; language: SpokenLanguage };

type Options = {
  chat: Chat;
  mouth: Mouth;
  asker: Asker;
  /** Milliseconds since the call began. */
  now: () => number;
  tell: (event: ServerEvent) => void;
  /** The tutor's voice is to be heard, or no more. */
  speaks: (speaks: boolean) => void;
  failed: (error: unknown) => void;
};

type Response = {
  id: string;
  messageId: number;
  utterance: Utterance;
  /** As it was written, as far as it came. */
  written: string;
  isFailed: boolean;
  isOver: boolean;
};

/** The tutor answers in the language that is spoken. */
export const writtenIn = (language: SpokenLanguage): Locale => (language === 'en' ? 'en' : 'zh-Hant');

/** One answer at a time: asked of the chat, spoken as it is written, and cut to what was heard when interrupted. */
export function createAnswering({ chat, mouth, asker, now, tell, speaks, failed }: Options) {
  let current: Response | undefined;
  let before: Promise<void> = Promise.resolve();
  /** Said once nobody speaks; its words are of the moment when they are said. */
  let afterwards: (() => string) | undefined;
  const at = () => Math.round(now());
  const { userId, address, threadId, language } = asker;

  function open(messageId: number): Response {
    const id = randomUUID();
    const response: Response = {
      id,
      messageId,
      written: '',
      isFailed: false,
      isOver: false,
      utterance: mouth.begin({
        started() {
          speaks(true);
          tell({ type: 'output_audio_buffer.started', response_id: id, at_ms: at() });
        },
        clause: (delta) => tell({ type: 'response.output_audio_transcript.delta', response_id: id, delta }),
        finished: () => finish(response),
        failed,
      }),
    };
    current = response;
    tell({ type: 'response.created', response_id: id, message_id: messageId });
    return response;
  }

  function finish(response: Response) {
    if (response.isOver) return;
    response.isOver = true;
    const { id, written, isFailed } = response;
    tell({ type: 'output_audio_buffer.stopped', response_id: id, at_ms: at() });
    tell({ type: 'response.output_audio_transcript.done', response_id: id, transcript: written });
    const status = isFailed ? 'failed' : 'completed';
    tell({ type: 'response.done', response_id: id, status, heard: written });
    if (current === response) {
      current = undefined;
      speaks(false);
      const words = afterwards;
      afterwards = undefined;
      if (words) void say(words);
    }
  }

  /** Ends what is said, at once; what is left to do in the thread is answered. */
  function fallSilent(): (() => Promise<void>) | undefined {
    const response = current;
    if (!response || response.isOver) return undefined;
    const { id, utterance, messageId } = response;
    response.isOver = true;
    current = undefined;
    const heard = utterance.heard();
    utterance.cancel();
    speaks(false);
    tell({ type: 'output_audio_buffer.cleared', response_id: id, at_ms: at() });
    tell({ type: 'response.output_audio_transcript.done', response_id: id, transcript: heard });
    tell({ type: 'response.done', response_id: id, status: 'cancelled', heard });
    if (messageId === 0) return undefined;
    // The database counts characters, not units.
    return () => chat.interrupt({ userId }, messageId, [...heard].length);
  }

  const inTurn = (work: () => Promise<void>) => {
    before = before.then(work).catch(failed);
    return before;
  };

  function speak(text: string) {
    const response = open(0);
    response.written = text;
    response.utterance.text(text);
    response.utterance.end();
  }

  /** Something that the call itself says, and no message of the thread; after what is being said. */
  const say = (words: () => string) =>
    inTurn(async () => {
      if (current) afterwards = words;
      else speak(words());
    });

  return {
    isSpeaking: () => current !== undefined,
    currentId: () => current?.id ?? '',
    cancel() {
      const rest = fallSilent();
      return rest ? inTurn(rest) : before;
    },

    /** Asks the tutor; what it still says is cut off first. */
    ask: (
      text: string,
      { guise, clientKey = randomUUID() }: { guise?: Guise | undefined; clientKey?: string } = {},
    ) =>
      inTurn(async () => {
        await fallSilent()?.();
        let response: Response | undefined;
        const early: string[] = [];
        let ended: MessageState | undefined;
        const end = (state: MessageState) => {
          if (!response) return;
          response.isFailed = state === 'failed' || state === 'interrupted';
          response.utterance.end();
        };
        const asked = await chat.ask(
          { owner: { userId }, address, locale: writtenIn(language) },
          { thread_id: threadId, text, file_ids: [], client_key: clientKey },
          {
            guise,
            listener: {
              text(piece) {
                if (!response) early.push(piece);
                else {
                  response.written += piece;
                  response.utterance.text(piece);
                }
              },
              end(state) {
                if (response) end(state);
                else ended = state;
              },
            },
          },
        );
        if (!asked) return;
        response = open(asked.messageId);
        for (const piece of early) {
          response.written += piece;
          response.utterance.text(piece);
        }
        if (ended) end(ended);
      }),

    say,

    /** A warning: after what is being said, or where it cannot wait, instead of it and of any warning before it. */
    announce(words: () => string, isUrgent: boolean) {
      if (!isUrgent) return say(words);
      afterwards = undefined;
      void this.cancel();
      return inTurn(async () => {
        // An answer may have begun meanwhile.
        await fallSilent()?.();
        speak(words());
      });
    },
    settled: () => before,
  };
}
