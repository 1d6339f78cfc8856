import type { ThreadNews } from '#shared/chat/chat.ts';
import { readData } from './read-events.ts';

type Watching = {
  open: () => Promise<ReadableStream<Uint8Array>>;
  mayComeBack: (error: unknown) => boolean;
  onNews: (news: ThreadNews) => void;
  /** Waits before the next try; ends early when the network is back. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

const pausesMs = [1000, 2000, 4000, 8000, 16_000, 30_000];

/** Receives the events of a thread while they are wanted, over as many connections as it takes. */
export function createWatch({ open, mayComeBack, onNews, pause }: Watching) {
  let controller: AbortController | undefined;

  async function run(signal: AbortSignal) {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        for await (const { data } of readData(await open(), signal)) {
          if (signal.aborted) return;
          failures = 0;
          onNews(JSON.parse(data));
        }
      } catch (error) {
        // A permanent refusal shows in the next request of the page.
        if (!mayComeBack(error)) return;
      }
      if (!signal.aborted) await pause(pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0, signal);
    }
  }

  return {
    want(isWanted: boolean) {
      if (isWanted === (controller !== undefined)) return;
      controller?.abort();
      controller = isWanted ? new AbortController() : undefined;
      if (controller) void run(controller.signal);
    },
  };
}
