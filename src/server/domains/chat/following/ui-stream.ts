import type { MessageState } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import { codes } from '#shared/codes/codes.ts';
import type { Locale } from '#shared/locale.ts';

// The AI SDK's UI message stream, as server-sent events.

export const streamHeaders = { 'x-vercel-ai-ui-message-stream': 'v1' };

const textId = 'text';
const event = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;

export type Opening = { messageId: number; threadId: number; parentId: number | null; from: number };

export const opening = ({ messageId, threadId, parentId, from }: Opening) =>
  event({
    type: 'start',
    messageId: String(messageId),
    messageMetadata: { thread_id: threadId, parent_id: parentId, from },
  }) + event({ type: 'text-start', id: textId });

/** `start` is the offset of the text in the message; the event's id is the length up to its end. */
export const textEvent = (start: number, text: string) =>
  `id: ${start + text.length}\n${event({ type: 'text-delta', id: textId, delta: text })}`;

export const partEvent = (part: DataPart) => event(part);

export function ending(state: MessageState, locale: Locale) {
  const last = event({ type: 'finish', messageMetadata: { state } });
  const closing = `${event({ type: 'text-end', id: textId })}${endingOf[state](last, locale)}`;
  return `${closing}data: [DONE]\n\n`;
}

const endingOf: Record<MessageState, (last: string, locale: Locale) => string> = {
  running: () => '',
  done: (last) => last,
  stopped: (last) => event({ type: 'abort', reason: 'stopped' }) + last,
  interrupted: (last, locale) => last + event({ type: 'error', errorText: interrupted[locale] }),
  failed: (last, locale) =>
    last + event({ type: 'error', errorText: codes.assistantUnavailable.message[locale] }),
};

const interrupted = {
  'zh-Hant': '回答中斷了，已有內容已保存，可以繼續。',
  en: 'The answer was interrupted. What came so far is kept, and it can be continued.',
} satisfies Record<Locale, string>;
