/** The thread that speaks: starting espeak-ng and bringing its sound to the rate of calls take time that calls do not have. */
import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Speaker } from '../ports.ts';
import { openEspeak } from './espeak.ts';
import type { AskedOfSpeaker, Opened, Said, SpeakerSettings } from './speaker-messages.ts';
import { SpeechError } from './speech-error.ts';

// On Linux this is for the thread alone: calls that are under way come first.
if (process.platform === 'linux') setPriority(10);

const port = parentPort as MessagePort;
const say = (said: Opened | Said, moved: ArrayBuffer[] = []) => port.postMessage(said, moved);
const running = new Map<number, AbortController>();

async function speak(espeak: Speaker, { id, text, voice }: { id: number; text: string; voice: string }) {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    for await (const samples of espeak.speak(text, voice, stop.signal)) {
      const own = samples.slice();
      say({ id, samples: own }, [own.buffer]);
    }
    say({ id, ended: true });
  } catch (error) {
    const failed = error instanceof SpeechError ? error.problem : 'unavailable';
    say({ id, failed, message: (error as Error).message });
  } finally {
    running.delete(id);
  }
}

function listen(espeak: Speaker) {
  port.on('message', async (asked: AskedOfSpeaker) => {
    if ('close' in asked) {
      await espeak.close();
      port.close();
    } else if ('cancel' in asked)
      running.get(asked.id)?.abort(new SpeechError('unavailable', 'not wanted any more'));
    else await speak(espeak, asked);
  });
}

try {
  const espeak = await openEspeak(workerData as SpeakerSettings);
  if (espeak) listen(espeak);
  say({ voices: espeak?.voices });
} catch (error) {
  say({ unopened: (error as Error).message });
}
