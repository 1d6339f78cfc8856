import type { MessageState } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';

/**
 * An event of the stream of an answer. Text comes with the offset of its end in the message, in UTF-16 units.
 */
export type AnswerEvent =
  | { kind: 'start'; messageId: number; parentId: number | null }
  | { kind: 'text'; end: number; delta: string }
  | { kind: 'part'; part: DataPart }
  | { kind: 'state'; state: MessageState }
  | { kind: 'over' };

type Chunk =
  | { type: 'start'; messageId: string; messageMetadata: { parent_id: number | null } }
  | { type: 'text-delta'; delta: string }
  | { type: 'finish'; messageMetadata: { state: MessageState } }
  | DataPart
  | { type: 'text-start' | 'text-end' | 'abort' | 'error' };

/** The events of the AI SDK's UI message stream, as they arrive; ends with the connection. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  for await (const { data, block } of readData(stream, signal)) {
    const event = eventOf(data, block);
    if (event) yield event;
  }
}

/** The data of server-sent events, each with its whole block. */
export async function* readData(stream: ReadableStream<Uint8Array>, signal: AbortSignal) {
  const reader = stream.getReader();
  // An abort closes the connection; a broken one is closed already.
  const leave = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        // A block without data is a heartbeat that keeps proxies from closing the connection.
        if (data !== undefined) yield { data, block };
      }
    }
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

function eventOf(data: string, block: string): AnswerEvent | undefined {
  if (data === '[DONE]') return { kind: 'over' };
  const chunk = JSON.parse(data) as Chunk;
  switch (chunk.type) {
    case 'start':
      return {
        kind: 'start',
        messageId: Number(chunk.messageId),
        parentId: chunk.messageMetadata.parent_id,
      };
    case 'text-delta':
      return { kind: 'text', end: Number(/^id: (\d+)$/m.exec(block)?.[1]), delta: chunk.delta };
    case 'finish':
      return { kind: 'state', state: chunk.messageMetadata.state };
    case 'text-start':
    case 'text-end':
    case 'abort':
    case 'error':
      return undefined;
    default:
      return { kind: 'part', part: chunk };
  }
}
