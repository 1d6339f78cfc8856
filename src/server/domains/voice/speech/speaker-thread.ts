import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Speaker } from '../ports.ts';
import type { Opened, Said, SpeakerRequest, SpeakerSettings } from './speaker-messages.ts';
import { SpeechError } from './speech-error.ts';

type Thread = { worker: Worker; listeners: Map<number, (said: Said) => void>; voices: Speaker['voices'] };

/** espeak-ng in a worker thread. Undefined when it is not installed or has none of the supported voices. */
export async function openSpeakerThread(settings: SpeakerSettings = {}): Promise<Speaker | undefined> {
  let thread: Thread | undefined;
  thread = await start(settings, lost);
  if (!thread) return undefined;
  const { voices } = thread;
  let starting: Promise<Thread> | undefined;
  let isClosed = false;
  let lastId = 0;

  /** Fails the texts being spoken; the next one starts the thread again. */
  function lost({ worker, listeners }: Thread) {
    if (thread?.worker === worker) thread = undefined;
    for (const [id, listener] of listeners)
      listener({ id, failed: 'unavailable', message: 'the speaker is gone' });
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
      const { worker, listeners } = await started();
      const id = ++lastId;
      const send = (request: SpeakerRequest) => worker.postMessage(request);
      const messages: Said[] = [];
      let wake = () => {};
      listeners.set(id, (said) => {
        messages.push(said);
        wake();
      });
      const abort = () => wake();
      signal.addEventListener('abort', abort, { once: true });
      let isOver = false;
      send({ id, text, voice });
      try {
        for (;;) {
          signal.throwIfAborted();
          const said = messages.shift();
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
        listeners.delete(id);
        if (!isOver) send({ id, cancel: true });
      }
    },
    async close() {
      isClosed = true;
      const open = thread ?? (await starting?.catch(() => undefined));
      if (!open) return;
      const exited = once(open.worker, 'exit');
      open.worker.postMessage({ close: true } satisfies SpeakerRequest);
      await exited;
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
  const thread: Thread = { worker, listeners: new Map(), voices: opened.voices };
  worker.on('message', (said: Said) => thread.listeners.get(said.id)?.(said));
  // Errors of the thread show as its exit.
  worker.on('error', () => undefined);
  worker.on('exit', () => lost(thread));
  return thread;
}
