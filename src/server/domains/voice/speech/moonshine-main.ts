/** The process that recognises English: one utterance at a time, ended by whoever started it. */
import { setPriority } from 'node:os';
import { openMoonshine } from '#engine/speech/moonshine.ts';
import { heardRate } from '#engine/speech/sample-rates.ts';
import type { Answered, Asked } from './moonshine-messages.ts';

const say = (answer: Answered) => process.send?.(answer);
/** Whoever started us is gone. */
process.on('disconnect', () => process.exit(0));

// Calls that are under way come first: a word more a moment later is better than a voice that stutters.
setPriority(5);

const moonshine = await openMoonshine();
// The first run allocates and compiles; nobody shall wait for that.
await moonshine.transcribe(Float32Array.from({ length: heardRate }, (_, i) => Math.sin(i / 20) / 10));

const running = new Map<number, { stop: AbortController; hurry: AbortController }>();

process.on('message', async (asked: Asked) => {
  const { id } = asked;
  if ('cancel' in asked) return running.get(id)?.stop.abort();
  if ('hurry' in asked) return running.get(id)?.hurry.abort();
  const [stop, hurry] = [new AbortController(), new AbortController()];
  running.set(id, { stop, hurry });
  try {
    say({ id, text: await moonshine.transcribe(asked.samples, stop.signal, hurry.signal) });
  } catch (error) {
    say({ id, failed: stop.signal.aborted ? 'cancelled' : (error as Error).message });
  } finally {
    running.delete(id);
  }
});
say({ ready: true });
