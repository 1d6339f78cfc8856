import type { VoiceClient } from './client.ts';

const maxTries = 6;

/**
 * A busy machine may send audio too late, which garbles words. Like a person, the test then repeats them
 * until they are recognised. `attempt` returns undefined if they were not.
 */
export async function untilUnderstood<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await attempt();
    if (found !== undefined) return found;
  }
  throw new Error(`said ${maxTries} times, and not understood`);
}

/** Long enough to recognise any turn; after that the speech counts as not recognised. */
const recognitionTimeoutMs = 20_000;

/** Sends speech and returns the response.done event of its answer; undefined if nothing was recognised. */
export async function answerTo(client: VoiceClient, packets: readonly Uint8Array[]) {
  const from = client.events.length;
  await client.say(packets);
  const recognised = await client
    .until('conversation.item.input_audio_transcription.completed', {
      from,
      within: recognitionTimeoutMs,
      where: ({ transcript }) => transcript !== '',
    })
    .catch(() => undefined);
  return recognised && client.until('response.done', { from });
}
