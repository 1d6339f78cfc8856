import type { VoiceClient } from './client.ts';

const mostTries = 6;

/**
 * A machine that is too busy to send sound in time breaks words: as a person would, one says it again until it was
 * understood. `attempt` answers undefined where it was not.
 */
export async function untilUnderstood<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const found = await attempt();
    if (found !== undefined) return found;
  }
  throw new Error(`said ${mostTries} times, and not understood`);
}

/** Long enough for any turn to be recognised: whoever waits longer was not heard at all. */
const notHeardMs = 20_000;

/** Says it, and tells how the answer to it ended; undefined where nothing of it was understood. */
export async function answerTo(client: VoiceClient, packets: readonly Uint8Array[]) {
  const from = client.events.length;
  await client.say(packets);
  const isHeard = await client
    .until('conversation.item.input_audio_transcription.completed', {
      from,
      within: notHeardMs,
      where: ({ transcript }) => transcript !== '',
    })
    .catch(() => undefined);
  return isHeard && client.until('response.done', { from });
}
