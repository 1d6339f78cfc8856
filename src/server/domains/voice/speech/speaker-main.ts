/** Thread for espeak-ng: starting it and resampling its audio take time that running calls do not have. */
import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Speaker } from '../ports.ts';
import { openEspeak } from './espeak.ts';
import type { Opened, Said, SpeakerRequest, SpeakerSettings } from './speaker-messages.ts';
import { SpeechError } from './speech-error.ts';

// On Linux this lowers the priority of this thread only: running calls come first.
if (process.platform === 'linux') setPriority(10);

const port = parentPort as MessagePort;
const send = (message: Opened | Said, transferred: ArrayBuffer[] = []) =>
  port.postMessage(message, transferred);
const running = new Map<number, AbortController>();

async function speak(espeak: Speaker, { id, text, voice }: { id: number; text: string; voice: string }) {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    for await (const samples of espeak.speak(text, voice, stop.signal)) {
      const own = samples.slice();
      send({ id, samples: own }, [own.buffer]);
    }
    send({ id, ended: true });
  } catch (error) {
    const failed = error instanceof SpeechError ? error.problem : 'unavailable';
    send({ id, failed, message: (error as Error).message });
  } finally {
    running.delete(id);
  }
}

function listen(espeak: Speaker) {
  port.on('message', async (request: SpeakerRequest) => {
    if ('close' in request) {
      await espeak.close();
      port.close();
    } else if ('cancel' in request)
      running.get(request.id)?.abort(new SpeechError('unavailable', 'not wanted any more'));
    else await speak(espeak, request);
  });
}

try {
  const espeak = await openEspeak(workerData as SpeakerSettings);
  if (espeak) listen(espeak);
  send({ voices: espeak?.voices });
} catch (error) {
  send({ unopened: (error as Error).message });
}
