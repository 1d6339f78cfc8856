import type { ClientEvent } from '#shared/voice/events.ts';
import type { CallState } from './call-state.ts';

type Told = Pick<CallState, 'pushToTalk' | 'endSilenceMs' | 'talk'>;
type UpstreamEvent = { type: string } & Record<string, unknown>;

/** Stops what is being made, and what is being said; an endpoint calls it an error to stop what is over. */
const silenced = ({ talk: { answering, speaking } }: Told): UpstreamEvent[] => [
  ...(answering === undefined ? [] : [{ type: 'response.cancel' }]),
  ...(speaking === undefined && answering === undefined ? [] : [{ type: 'output_audio_buffer.clear' }]),
];

/** What the page tells, in the words of a realtime endpoint. Not everything has any there: it then needs none. */
export function upstreamEvents(event: ClientEvent, told: Told): UpstreamEvent[] {
  switch (event.type) {
    case 'input_audio_buffer.begin':
      // What was heard before the key went down is not meant.
      return [...silenced(told), { type: 'input_audio_buffer.clear' }];
    case 'input_audio_buffer.commit':
      return [{ type: 'input_audio_buffer.commit' }, { type: 'response.create' }];
    case 'conversation.item.create': {
      const content = [{ type: 'input_text', text: event.text }];
      const item = { type: 'message', role: 'user', content };
      return [...silenced(told), { type: 'conversation.item.create', item }, { type: 'response.create' }];
    }
    case 'response.cancel':
      return silenced(told);
    case 'session.update': {
      if (event.push_to_talk === undefined && event.end_silence_ms === undefined) return [];
      const { pushToTalk, endSilenceMs } = told;
      const turn_detection = pushToTalk
        ? null
        : { type: 'server_vad', silence_duration_ms: endSilenceMs, interrupt_response: true };
      return [
        { type: 'session.update', session: { type: 'realtime', audio: { input: { turn_detection } } } },
      ];
    }
    default:
      return [];
  }
}
