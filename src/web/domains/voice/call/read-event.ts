import type { CallFacts, ClosedReason, EventError, Feedback, ServerEvent } from '#shared/voice/events.ts';
import {
  type Conversation,
  emptyConversation,
  lineOf,
  withLine,
  withoutEmpty,
  withoutLine,
} from './conversation.ts';

type Fields = Record<string, unknown>;
type EventHandler = (talk: Conversation, event: Fields, at: number) => Conversation;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value ? (value as Fields) : {});
/** Our events are flat; an upstream endpoint nests the response. */
const responseOf = (event: Fields) => textOf(event.response_id ?? fieldsOf(event.response).id);
const closedReasons: readonly string[] = [
  'ended',
  'quota',
  'silent',
  'unreachable',
  'closing',
  'failed',
] satisfies ClosedReason[];

const problemOf = (value: unknown): EventError => {
  const { code, message } = fieldsOf(value);
  return { code: numberOf(code) ?? 0, message: textOf(message) };
};

/** Ignores events for a finished line, which arrived late or twice. */
const unlessFinal =
  (
    idOf: (event: Fields) => string,
    read: (talk: Conversation, event: Fields, id: string) => Conversation,
  ): EventHandler =>
  (talk, event) => {
    const id = idOf(event);
    return id === '' || lineOf(talk, id)?.isFinal ? talk : read(talk, event, id);
  };
const itemOf = (event: Fields) => textOf(event.item_id);

const withSpeechEnded = (talk: Conversation, id: string): Conversation => ({
  ...talk,
  spoken: talk.spoken.includes(id) ? talk.spoken : [...talk.spoken, id],
  speaking: talk.speaking === id ? undefined : talk.speaking,
});

/** A transcript may arrive after the answer to it has begun. */
function isAnswered({ lines }: Conversation, id: string) {
  const place = lines.findIndex((line) => line.id === id);
  return place >= 0 && lines.slice(place).some(({ side }) => side === 'tutor');
}

const outputEnded: EventHandler = (talk, event) => {
  const id = responseOf(event);
  if (id === '') return talk;
  // A sound of agreement while the tutor spoke gets no answer.
  return withoutEmpty({
    ...withSpeechEnded(talk, id),
    isAwaiting: talk.speaking === id ? false : talk.isAwaiting,
  });
};

const handlers: { [Type in ServerEvent['type']]: EventHandler } = {
  'session.created': (talk, event, at) => {
    const session = fieldsOf(event.session);
    const callId = textOf(session.call_id ?? session.id);
    if (callId === '' || talk.facts?.call_id === callId) return talk;
    const sessions = talk.sessions + 1;
    const seconds = numberOf(session.remaining_seconds);
    const isOurs = numberOf(session.thread_id) !== undefined;
    return {
      ...talk,
      sessions,
      clocks: { ...talk.clocks, [sessions]: at },
      facts: isOurs ? (session as CallFacts) : talk.facts,
      quota: seconds === undefined ? talk.quota : { seconds, at, isWarning: false },
    };
  },
  'input_audio_buffer.speech_started': unlessFinal(itemOf, (talk, _, id) => ({
    ...withLine(withoutEmpty({ ...talk, hearing: id }), id, 'student', {}),
  })),
  'input_audio_buffer.speech_stopped': unlessFinal(itemOf, (talk, _, id) =>
    talk.hearing === id ? { ...talk, hearing: undefined, isAwaiting: true } : talk,
  ),
  'conversation.item.input_audio_transcription.delta': unlessFinal(itemOf, (talk, event, id) => {
    const delta = textOf(event.delta);
    // Our deltas replace the previous one; upstream deltas are appended.
    const text = talk.facts ? delta : `${lineOf(talk, id)?.text ?? ''}${delta}`;
    return withLine(talk, id, 'student', { text });
  }),
  'conversation.item.input_audio_transcription.completed': (talk, event) => {
    const id = itemOf(event);
    if (id === '') return talk;
    const isFirst = !lineOf(talk, id)?.isFinal;
    const text = textOf(event.transcript).trim();
    const after = {
      ...talk,
      hearing: talk.hearing === id ? undefined : talk.hearing,
      isAwaiting: isFirst ? text !== '' && !isAnswered(talk, id) : talk.isAwaiting,
    };
    if (text === '') return withoutLine(after, id);
    const [began_ms, ended_ms] = [numberOf(event.began_ms), numberOf(event.ended_ms)];
    const isTimed = began_ms !== undefined && ended_ms !== undefined;
    const said = isTimed ? { said: { session: talk.sessions, began_ms, ended_ms } } : {};
    return withLine(after, id, 'student', { text, isFinal: true, ...said });
  },
  'conversation.item.input_audio_transcription.failed': (talk, event) => {
    const id = itemOf(event);
    const after = { ...talk, isAwaiting: false, problem: problemOf(event.error) };
    return id === '' || lineOf(talk, id)?.isFinal
      ? after
      : withoutLine({ ...after, hearing: talk.hearing === id ? undefined : talk.hearing }, id);
  },
  'response.created': unlessFinal(responseOf, (talk, _, id) => ({
    ...withLine(talk, id, 'tutor', {}),
    answering: id,
    isAwaiting: false,
    problem: undefined,
  })),
  'response.help': (talk, event) => {
    const { message, lines } = fieldsOf(event.help);
    if (!Array.isArray(lines)) return talk;
    const listed = lines.map(fieldsOf).map(({ name, phone, note }) => ({
      name: textOf(name),
      phone: textOf(phone),
      note: textOf(note),
    }));
    return { ...talk, help: { message: textOf(message), lines: listed } };
  },
  'response.output_audio_transcript.delta': unlessFinal(responseOf, (talk, event, id) =>
    withLine(talk, id, 'tutor', { text: `${lineOf(talk, id)?.text ?? ''}${textOf(event.delta)}` }),
  ),
  'response.output_audio_transcript.done': unlessFinal(responseOf, (talk, event, id) => {
    const text = textOf(event.transcript);
    return text === '' ? talk : withLine(talk, id, 'tutor', { text });
  }),
  'response.done': unlessFinal(responseOf, (talk, event, id) => {
    const status = textOf(event.status) || textOf(fieldsOf(event.response).status);
    const isCut = status === 'cancelled' || status === 'failed';
    const heard = typeof event.heard === 'string' ? event.heard : undefined;
    const text = (isCut ? heard : undefined) ?? (lineOf(talk, id)?.text || (heard ?? ''));
    const after = {
      ...(isCut ? withSpeechEnded(talk, id) : talk),
      answering: talk.answering === id ? undefined : talk.answering,
    };
    return text === ''
      ? withoutLine(after, id)
      : withLine(after, id, 'tutor', { text, isFinal: true, isCut });
  }),
  'output_audio_buffer.started': (talk, event) => {
    const id = responseOf(event);
    return id === '' || talk.spoken.includes(id) ? talk : { ...talk, speaking: id, isAwaiting: false };
  },
  'output_audio_buffer.stopped': outputEnded,
  'output_audio_buffer.cleared': outputEnded,
  quota: (talk, event, at) => {
    const seconds = numberOf(event.remaining_seconds);
    return seconds === undefined
      ? talk
      : { ...talk, quota: { seconds, at, isWarning: event.is_warning === true } };
  },
  'goal.met': (talk, event) => {
    const goal = textOf(event.goal);
    return goal === '' || talk.metGoals.includes(goal)
      ? talk
      : { ...talk, metGoals: [...talk.metGoals, goal] };
  },
  'assessment.feedback': (talk, event) => {
    const feedback = fieldsOf(event.feedback) as Partial<Feedback>;
    return feedback.fluency && Array.isArray(feedback.content)
      ? { ...talk, feedback: { advice: [], ...feedback } as Feedback }
      : talk;
  },
  'session.closed': (talk, event) => {
    const reason = textOf(event.reason);
    return { ...talk, closed: closedReasons.includes(reason) ? (reason as ClosedReason) : 'failed' };
  },
  error: (talk, event) => ({ ...talk, problem: problemOf(event.error) }),
};

/**
 * The conversation after an event at time `at` on the clock of the page. Repeated, late and unknown events
 * change nothing.
 */
export function readEvent(talk: Conversation, event: unknown, at: number): Conversation {
  const fields = fieldsOf(event);
  const type = textOf(fields.type);
  if (!Object.hasOwn(handlers, type)) return talk;
  return handlers[type as ServerEvent['type']](withClock(talk, fields, at), fields, at);
}

/** The event with the shortest delay gives the best estimate of when the clock of the server started. */
function withClock(talk: Conversation, { at_ms }: Fields, at: number): Conversation {
  const server = numberOf(at_ms);
  const before = talk.clocks[talk.sessions];
  if (server === undefined || before === undefined || at - server >= before) return talk;
  return { ...talk, clocks: { ...talk.clocks, [talk.sessions]: at - server } };
}

/** Handles one message of the data channel; invalid JSON is ignored. */
export function readMessage(talk: Conversation, data: unknown, at: number): Conversation {
  if (typeof data !== 'string') return talk;
  try {
    return readEvent(talk, JSON.parse(data), at);
  } catch (error) {
    if (error instanceof SyntaxError) return talk;
    throw error;
  }
}

export const talkOf = (events: readonly unknown[], from: Conversation = emptyConversation) =>
  events.reduce<Conversation>((talk, event, at) => readEvent(talk, event, at), from);
