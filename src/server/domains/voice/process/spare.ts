import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#server/ground/db/db.ts';
import { plainError } from '#server/ground/log/plain-error.ts';
import { isAnotherThere } from './processes.ts';
import type { VoiceProcess } from './voice-process.ts';

/** A service manager has started the one that died again long before. */
const longestMs = 10 * 60_000;
const lookMs = 1_000;

/** Resolves when another process takes calls and those that came here are over. */
export async function standIn(voice: VoiceProcess, { db }: Database, log: Pick<Logger, 'warn'>) {
  const until = Date.now() + longestMs;
  const isNeeded = () =>
    isAnotherThere(db, voice.id).then(
      (isThere) => !isThere,
      (error) => {
        log.warn({ err: plainError(error) }, 'cannot see whether another voice process is there');
        return true;
      },
    );
  while (Date.now() < until && (await isNeeded())) await sleep(lookMs);
  await voice.retire();
}
