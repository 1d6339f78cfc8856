import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Speaker } from '../ports.ts';
import type { AskedOfSpeaker, Opened, Said, SpeakerSettings } from './speaker-messages.ts';
import { SpeechError } from './speech-error.ts';

type Thread = { worker: Worker; told: Map<number, (said: Said) => void>; voices: Speaker['voices'] };

/** espeak-ng, kept by a thread of its own. Undefined where the machine has none, or none of its voices is ours. */
export async function openSpeakerThread(settings: SpeakerSettings = {}): Promise<Speaker | undefined> {
  let thread: Thread | undefined;
  thread = await start(settings, lost);
  if (!thread) return undefined;
  const { voices } = thread;
  let starting: Promise<Thread> | undefined;
  let isClosed = false;
  let lastId = 0;

  /** Whoever was speaking is told; the next who speaks starts it again. */
  function lost({ worker, told }: Thread) {
    if (thread?.worker === worker) thread = undefined;
    for (const [id, tell] of told) tell({ id, failed: 'unavailable', message: 'the speaker is gone' });
  }

  async function started(): Promise<Thread> {
    if (isClosed) throw new SpeechError('unavailable', 'the speaker is closed');
    if (thread) return thread;
    starting ??= start(settings, lost)
      .then((made) => {
        if (!made) throw new SpeechError('unavailable', 'espeak-ng is not there any more');
        thread = made;
        return made;
      })
      .finally(() => {
        starting = undefined;
      });
    return starting;
  }

  return {
    voices,
    async *speak(text, voice, signal) {
      signal.throwIfAborted();
      const { worker, told } = await started();
      const id = ++lastId;
      const ask = (asked: AskedOfSpeaker) => worker.postMessage(asked);
      const come: Said[] = [];
      let wake = () => {};
      told.set(id, (said) => {
        come.push(said);
        wake();
      });
      const abort = () => wake();
      signal.addEventListener('abort', abort, { once: true });
      let isOver = false;
      ask({ id, text, voice });
      try {
        for (;;) {
          signal.throwIfAborted();
          const said = come.shift();
          if (!said)
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          else if ('samples' in said) yield said.samples;
          else {
            isOver = true;
            if ('failed' in said) throw new SpeechError(said.failed, said.message);
            return;
          }
        }
      } finally {
        signal.removeEventListener('abort', abort);
        told.delete(id);
        if (!isOver) ask({ id, cancel: true });
      }
    },
    async close() {
      isClosed = true;
      const open = thread ?? (await starting?.catch(() => undefined));
      if (!open) return;
      const gone = once(open.worker, 'exit');
      open.worker.postMessage({ close: true } satisfies AskedOfSpeaker);
      await gone;
    },
  };
}

async function start(settings: SpeakerSettings, lost: (thread: Thread) => void): Promise<Thread | undefined> {
  const worker = new Worker(new URL('./speaker-main.ts', import.meta.url), {
    workerData: settings,
    execArgv: [],
  });
  const [opened] = (await once(worker, 'message')) as [Opened];
  if ('unopened' in opened) throw new SpeechError('unavailable', opened.unopened);
  if (!opened.voices) return undefined;
  const thread: Thread = { worker, told: new Map(), voices: opened.voices };
  worker.on('message', (said: Said) => thread.told.get(said.id)?.(said));
  // What went wrong with it shows as its exit.
  worker.on('error', () => undefined);
  worker.on('exit', () => lost(thread));
  return thread;
}
