import { z } from 'zod';
import { plainText } from '#shared/plain-text.ts';
import type { ClientEvent } from '#shared/voice/events.ts';
import { voiceLimits } from '#shared/voice/voice.ts';

const maxCharacters = 8_192;
const perSecond = 20;
const maxBurst = 40;
/** A client that keeps sending refused events is not our page. */
const maxRefused = 200;

const longestText = 2_000;
const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('input_audio_buffer.begin') }),
  z.object({ type: z.literal('input_audio_buffer.commit') }),
  z.object({
    type: z.literal('conversation.item.create'),
    text: plainText(longestText).trim().min(1),
    client_key: z.uuid(),
  }),
  z.object({ type: z.literal('response.cancel') }),
  z.object({
    type: z.literal('session.update'),
    end_silence_ms: z.int().min(voiceLimits.endSilenceMs.least).max(voiceLimits.endSilenceMs.most).optional(),
    push_to_talk: z.boolean().optional(),
    is_muted: z.boolean().optional(),
  }),
  z.object({ type: z.literal('assessment.begin') }),
  z.object({ type: z.literal('session.end') }),
]);

export type ReadEvent = { event: ClientEvent } | { refused: 'badInput' | 'tooMany' } | { flood: true };

/** Parses the events of a page at a limited rate (token bucket). */
export function createEventReader(now: () => number) {
  let allowance = maxBurst;
  let lastMs = now();
  let refused = 0;
  return (text: string): ReadEvent => {
    allowance = Math.min(maxBurst, allowance + ((now() - lastMs) / 1000) * perSecond);
    lastMs = now();
    const event = allowance >= 1 && text.length <= maxCharacters ? parsed(text) : undefined;
    const wasWithinRate = allowance >= 1;
    allowance = Math.max(0, allowance - 1);
    if (event) return { event };
    refused += 1;
    if (refused > maxRefused) return { flood: true };
    return { refused: wasWithinRate ? 'badInput' : 'tooMany' };
  };
}

function parsed(text: string): ClientEvent | undefined {
  try {
    return Event.safeParse(JSON.parse(text)).data as ClientEvent | undefined;
  } catch {
    return undefined;
  }
}
