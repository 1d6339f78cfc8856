import type { ClientEvent } from '#shared/voice/events.ts';
import type { CallState } from './call-state.ts';

type CallSettings = Pick<CallState, 'pushToTalk' | 'endSilenceMs' | 'talk'>;
type UpstreamEvent = { type: string } & Record<string, unknown>;

/**
 * Stops the current response and its audio; the endpoint answers with an error when there is nothing to stop.
 */
const stopEvents = ({ talk: { answering, speaking } }: CallSettings): UpstreamEvent[] => [
  ...(answering === undefined ? [] : [{ type: 'response.cancel' }]),
  ...(speaking === undefined && answering === undefined ? [] : [{ type: 'output_audio_buffer.clear' }]),
];

/**
 * Translates events of the page into those of a realtime endpoint; events without a counterpart are dropped.
 */
export function upstreamEvents(event: ClientEvent, state: CallSettings): UpstreamEvent[] {
  switch (event.type) {
    case 'input_audio_buffer.begin':
      // Audio from before the key was pressed does not count.
      return [...stopEvents(state), { type: 'input_audio_buffer.clear' }];
    case 'input_audio_buffer.commit':
      return [{ type: 'input_audio_buffer.commit' }, { type: 'response.create' }];
    case 'conversation.item.create': {
      const content = [{ type: 'input_text', text: event.text }];
      const item = { type: 'message', role: 'user', content };
      return [...stopEvents(state), { type: 'conversation.item.create', item }, { type: 'response.create' }];
    }
    case 'response.cancel':
      return stopEvents(state);
    case 'session.update': {
      if (event.push_to_talk === undefined && event.end_silence_ms === undefined) return [];
      const { pushToTalk, endSilenceMs } = state;
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
