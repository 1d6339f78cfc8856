import type { MessageState } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import { type AnswerEvent, readEvents } from './read-events.ts';

type Stream = ReadableStream<Uint8Array>;

export type Following = {
  /** A connection that is open already, such as the response to a sent message. */
  first?: Stream | undefined;
  /**
   * Opens another connection from a character on. An error ends the following, unless `mayComeBack` says
   * otherwise.
   */
  reopen: (from: number) => Promise<Stream>;
  mayComeBack: (error: unknown) => boolean;
  /** How many characters of the text are shown already. */
  shown: number;
  /** May return another number of shown characters, if only now it is known which answer this is. */
  onStart?: (start: { messageId: number; parentId: number | null }) => number | undefined;
  /** New text: never a character twice, never one left out. */
  onText: (more: string) => void;
  onPart: (part: DataPart) => void;
  /** Whether the connection is open. */
  onConnection: (isLive: boolean) => void;
  /** Waits before the next try; ends early when the network is back. */
  pause: (ms: number) => Promise<void>;
  signal: AbortSignal;
};

const pausesMs = [250, 1000, 2000, 4000, 8000];

/** Follows an answer to its end, over as many connections as it takes; returns its final state. */
export async function followAnswer(following: Following): Promise<MessageState | undefined> {
  const { reopen, mayComeBack, onText, onPart, onStart, onConnection, pause, signal } = following;
  let at = following.shown;
  let stream = following.first;
  let state: MessageState | undefined;
  let failures = 0;

  /** `gap`: text is missing before this event, so the connection has to be opened again. */
  const handle = (event: AnswerEvent): 'go on' | 'over' | 'gap' => {
    if (event.kind === 'start') at = onStart?.(event) ?? at;
    else if (event.kind === 'part') onPart(event.part);
    else if (event.kind === 'state') state = event.state;
    else if (event.kind === 'over') return 'over';
    else {
      const start = event.end - event.delta.length;
      if (start > at) return 'gap';
      const more = event.delta.slice(at - start);
      if (more === '') return 'go on';
      at = event.end;
      onText(more);
    }
    return 'go on';
  };

  while (!signal.aborted) {
    try {
      stream ??= await reopen(at);
      onConnection(true);
      for await (const event of readEvents(stream, signal)) {
        if (signal.aborted) return undefined;
        failures = 0;
        const next = handle(event);
        if (next === 'over') return state;
        if (next === 'gap') break;
      }
    } catch (error) {
      if (!mayComeBack(error)) throw error;
    }
    stream = undefined;
    if (signal.aborted) return undefined;
    onConnection(false);
    await pause(pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0);
    failures += 1;
  }
  return undefined;
}
