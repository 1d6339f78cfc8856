/** Process that recognises English, one utterance at a time; its parent ends it. */
import { setPriority } from 'node:os';
import { openMoonshine } from '#engine/speech/moonshine.ts';
import { recognitionRate } from '#engine/speech/sample-rates.ts';
import type { Answered, Asked } from './moonshine-messages.ts';

const send = (answer: Answered) => process.send?.(answer);
/** The parent process is gone. */
process.on('disconnect', () => process.exit(0));

// Lower priority than running calls: late text is better than a stuttering voice.
setPriority(5);

const moonshine = await openMoonshine();
// The first run allocates and compiles; do it before the first utterance.
await moonshine.transcribe(Float32Array.from({ length: recognitionRate }, (_, i) => Math.sin(i / 20) / 10));

const running = new Map<number, { stop: AbortController; hurry: AbortController }>();

process.on('message', async (request: Asked) => {
  const { id } = request;
  if ('cancel' in request) return running.get(id)?.stop.abort();
  if ('hurry' in request) return running.get(id)?.hurry.abort();
  const [stop, hurry] = [new AbortController(), new AbortController()];
  running.set(id, { stop, hurry });
  try {
    send({ id, text: await moonshine.transcribe(request.samples, stop.signal, hurry.signal) });
  } catch (error) {
    send({ id, failed: stop.signal.aborted ? 'cancelled' : (error as Error).message });
  } finally {
    running.delete(id);
  }
});
send({ ready: true });
