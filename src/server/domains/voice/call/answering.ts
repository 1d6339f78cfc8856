import { randomUUID } from 'node:crypto';
import type { SpokenInstructions } from '#server/domains/chat/answering/accept.ts';
import type { Chat } from '#server/domains/chat/chat.ts';
import type { MessageState } from '#shared/chat/chat.ts';
import type { DataPart, HelpLines } from '#shared/chat/parts.ts';
import type { Locale } from '#shared/locale.ts';
import type { ServerEvent } from '#shared/voice/events.ts';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import type { Mouth, Utterance } from './speech-output.ts';

/** The user who is answered, and the thread in which the answer is stored. */
type Asker = { userId: number; address: string; threadId: number; language: SpokenLanguage };

type Options = {
  chat: Chat;
  mouth: Mouth;
  asker: Asker;
  /** Milliseconds since the call began. */
  now: () => number;
  tell: (event: ServerEvent) => void;
  /** Called when the tutor starts or stops speaking. */
  speaks: (speaks: boolean) => void;
  failed: (error: unknown) => void;
  /** Called when help lines are shown to a child in need. */
  helped?: () => void;
};

type Response = {
  id: string;
  messageId: number;
  utterance: Utterance;
  /** The text written so far. */
  written: string;
  isFailed: boolean;
  isOver: boolean;
};

const helpIn = (parts: readonly DataPart[]) =>
  parts.flatMap((part) => (part.type === 'data-help' ? [part.data] : []))[0];

/** The tutor writes in the language that is spoken. */
export const answerLocale = (language: SpokenLanguage): Locale => (language === 'en' ? 'en' : 'zh-Hant');

/**
 * One answer at a time: requested from the chat, spoken while it is written, and cut to what was played when
 * interrupted.
 */
export function createAnswering({ chat, mouth, asker, now, tell, speaks, failed, helped }: Options) {
  let current: Response | undefined;
  let queue: Promise<void> = Promise.resolve();
  /** Spoken after the current answer; a function, so that its text is up to date by then. */
  let pendingText: (() => string) | undefined;
  const at = () => Math.round(now());
  const { userId, address, threadId, language } = asker;

  function open(messageId: number, help?: HelpLines): Response {
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
        isSlow: help !== undefined,
      }),
    };
    current = response;
    tell({ type: 'response.created', response_id: id, message_id: messageId });
    if (help) {
      tell({ type: 'response.help', response_id: id, help });
      helped?.();
    }
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
      const getText = pendingText;
      pendingText = undefined;
      if (getText) void say(getText);
    }
  }

  /** Stops speaking at once; returns what is left to do in the thread. */
  function stopSpeaking(): (() => Promise<void>) | undefined {
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
    // The database counts characters, not UTF-16 code units.
    return () => chat.interrupt({ userId }, messageId, [...heard].length);
  }

  const enqueue = (work: () => Promise<void>) => {
    queue = queue.then(work).catch(failed);
    return queue;
  };

  function speak(text: string) {
    const response = open(0);
    response.written = text;
    response.utterance.text(text);
    response.utterance.end();
  }

  /** Speaks a text of the call itself, which is not a message of the thread, after the current answer. */
  const say = (getText: () => string) =>
    enqueue(async () => {
      if (current) pendingText = getText;
      else speak(getText());
    });

  return {
    isSpeaking: () => current !== undefined,
    currentId: () => current?.id ?? '',
    cancel() {
      const rest = stopSpeaking();
      return rest ? enqueue(rest) : queue;
    },

    /** Asks the tutor; the current answer is cut off first. */
    ask: (
      text: string,
      {
        guise,
        clientKey = randomUUID(),
      }: { guise?: SpokenInstructions | undefined; clientKey?: string } = {},
    ) =>
      enqueue(async () => {
        await stopSpeaking()?.();
        let response: Response | undefined;
        const bufferedPieces: string[] = [];
        let ended: MessageState | undefined;
        const end = (state: MessageState) => {
          if (!response) return;
          response.isFailed = state === 'failed' || state === 'interrupted';
          response.utterance.end();
        };
        const accepted = await chat.ask(
          { owner: { userId }, address, locale: answerLocale(language) },
          { thread_id: threadId, text, file_ids: [], client_key: clientKey },
          {
            guise,
            listener: {
              text(piece) {
                if (!response) bufferedPieces.push(piece);
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
        if (!accepted) return;
        response = open(accepted.messageId, helpIn(accepted.parts));
        for (const piece of bufferedPieces) {
          response.written += piece;
          response.utterance.text(piece);
        }
        if (ended) end(ended);
      }),

    say,

    /**
     * Speaks a warning after the current answer; an urgent one replaces the answer and any earlier warning.
     */
    announce(getText: () => string, isUrgent: boolean) {
      if (!isUrgent) return say(getText);
      pendingText = undefined;
      void this.cancel();
      return enqueue(async () => {
        // An answer may have begun in the meantime.
        await stopSpeaking()?.();
        speak(getText());
      });
    },
    settled: () => queue,
  };
}
