import { describe, expect, it } from 'vitest';
import type { CallFacts, ServerEvent } from '#shared/voice/events.ts';
import { activityOf, emptyConversation, interrupted } from './conversation.ts';
import { readEvent, readMessage, talkOf } from './read-event.ts';

const facts: CallFacts = {
  ...{ call_id: 'c1', thread_id: 7, mode: 'talk', language: 'en', voice: 'en', scene: '' },
  ...{ is_recognised: true, remaining_seconds: 600 },
};
const created: ServerEvent = { type: 'session.created', session: facts };
const started = (item_id: string): ServerEvent => ({
  ...{ type: 'input_audio_buffer.speech_started', item_id, at_ms: 1000 },
});
const stopped = (item_id: string): ServerEvent => ({
  ...{ type: 'input_audio_buffer.speech_stopped', item_id, at_ms: 2000 },
});
const guess = (item_id: string, delta: string): ServerEvent => ({
  ...{ type: 'conversation.item.input_audio_transcription.delta', item_id, delta },
});
const transcribed = (item_id: string, transcript: string): ServerEvent => ({
  ...{ type: 'conversation.item.input_audio_transcription.completed', item_id, transcript },
  ...{ began_ms: 1000, ended_ms: 2000, pauses: [] },
});
const answer = (response_id: string): ServerEvent => ({
  ...{ type: 'response.created', response_id, message_id: 9 },
});
const textDelta = (response_id: string, delta: string): ServerEvent => ({
  ...{ type: 'response.output_audio_transcript.delta', response_id, delta },
});
const fullText = (response_id: string, transcript: string): ServerEvent => ({
  ...{ type: 'response.output_audio_transcript.done', response_id, transcript },
});
type Output = 'started' | 'stopped' | 'cleared';
const output = (what: Output, response_id: string): ServerEvent => ({
  ...{ type: `output_audio_buffer.${what}` as const, response_id, at_ms: 3000 },
});
const done = (response_id: string, status: 'completed' | 'cancelled', text: string): ServerEvent => ({
  ...{ type: 'response.done', response_id, status, heard: text },
});

const turn = [
  created,
  started('i1'),
  guess('i1', 'Hel'),
  guess('i1', 'Hello'),
  stopped('i1'),
  transcribed('i1', 'Hello there.'),
  answer('r1'),
  output('started', 'r1'),
  textDelta('r1', 'Hi! '),
  textDelta('r1', 'How are you?'),
  fullText('r1', 'Hi! How are you?'),
  output('stopped', 'r1'),
  done('r1', 'completed', 'Hi! How are you?'),
];

const shown = (events: readonly unknown[]) =>
  talkOf(events).lines.map(({ side, text, isFinal, isCut }) => [side, text, isFinal, isCut]);

describe('the events of a turn', () => {
  it('become one caption on each side', () => {
    expect(shown(turn)).toEqual([
      ['student', 'Hello there.', true, false],
      ['tutor', 'Hi! How are you?', true, false],
    ]);
    expect(talkOf(turn).facts).toEqual(facts);
  });

  it('go through listening, hearing, thinking and speaking', () => {
    const activities = turn.map((_, count) => activityOf(talkOf(turn.slice(0, count + 1))));
    expect(activities).toEqual([
      'listening',
      ...Array(3).fill('hearing'),
      ...Array(3).fill('thinking'),
      ...Array(4).fill('speaking'),
      // The last clause was played, its end is not announced yet.
      'thinking',
      'listening',
    ]);
  });

  it('give the same result when every event except text deltas arrives twice', () => {
    const twice = turn.flatMap((event) => (event.type.endsWith('.delta') ? [event] : [event, event]));
    const { lines, speaking, answering, hearing, isAwaiting, sessions } = talkOf(twice);
    expect({ lines, speaking, answering, hearing, isAwaiting, sessions }).toMatchObject({
      ...{ speaking: undefined, answering: undefined, hearing: undefined, isAwaiting: false, sessions: 1 },
    });
    expect(shown(twice)).toEqual(shown(turn));
  });

  it('give the same captions whichever event arrives late', () => {
    // Moves every event to the end, one at a time.
    for (const [place, event] of turn.entries()) {
      const late = [...turn.toSpliced(place, 1), event];
      const texts = shown(late).map(([side, text]) => [side, text]);
      expect(texts, `${event.type} came last`).toEqual(
        expect.arrayContaining([
          ['student', 'Hello there.'],
          ['tutor', 'Hi! How are you?'],
        ]),
      );
      expect(texts).toHaveLength(2);
      expect(activityOf(talkOf(late)), `${event.type} came last`).toBe('listening');
    }
  });
});

describe('an interruption', () => {
  const cut = [
    ...turn.slice(0, 9),
    started('i2'),
    output('cleared', 'r1'),
    done('r1', 'cancelled', 'Hi!'),
    stopped('i2'),
    transcribed('i2', 'Wait.'),
  ];

  it('leaves the text that was really heard', () => {
    expect(shown(cut)).toEqual([
      ['student', 'Hello there.', true, false],
      ['tutor', 'Hi!', true, true],
      ['student', 'Wait.', true, false],
    ]);
    expect(activityOf(talkOf(cut))).toBe('thinking');
  });

  it('is not undone by text or audio events that arrive late', () => {
    const late = [...cut, textDelta('r1', 'How are you?'), output('started', 'r1')];
    expect(shown(late)).toEqual(shown(cut));
    expect(activityOf(talkOf(late))).toBe('thinking');
  });

  it('before any audio leaves no caption', () => {
    expect(shown([created, answer('r1'), done('r1', 'cancelled', '')])).toEqual([]);
  });

  it('that was only a cough returns to the tutor and waits for no answer', () => {
    const cough = [...turn.slice(0, 9), started('i2'), stopped('i2'), transcribed('i2', '')];
    expect(activityOf(talkOf(cough))).toBe('speaking');
    expect(shown(cough)).toHaveLength(2);
    const agreed = [
      ...turn.slice(0, 9),
      started('i2'),
      stopped('i2'),
      transcribed('i2', '嗯'),
      output('stopped', 'r1'),
      done('r1', 'completed', 'Hi! '),
    ];
    expect(activityOf(talkOf(agreed))).toBe('listening');
    // The empty transcript arrives only after the tutor has stopped.
    const late = [
      ...[...turn.slice(0, 9), started('i2'), stopped('i2')],
      ...[output('stopped', 'r1'), done('r1', 'completed', 'Hi! '), transcribed('i2', '')],
    ];
    expect(activityOf(talkOf(late))).toBe('listening');
    expect(shown(late)).toHaveLength(2);
  });
});

it('help lines stay on the screen after the response that brought them', () => {
  const help = { message: 'Call.', lines: [{ name: 'Emergency', phone: '999', note: '' }] };
  const event: ServerEvent = { type: 'response.help', response_id: 'r2', help };
  const events = [...turn, answer('r2'), event, done('r2', 'completed', 'Thank you.'), answer('r3')];
  expect(talkOf(events).help).toEqual(help);
  expect(talkOf(turn).help).toBeUndefined();
});

it('unknown and malformed events change nothing', () => {
  const talk = talkOf(turn);
  for (const event of [
    ...[null, undefined, 3, 'text', [], {}, { type: 4 }, { type: 'rate_limits.updated' }],
    ...[{ type: 'toString' }, { type: '__proto__' }, { type: 'constructor' }],
    ...[{ type: 'goal.met' }, { type: 'quota', remaining_seconds: 'many' }, { type: 'session.created' }],
    ...[{ type: 'response.help' }, { type: 'response.help', help: { lines: 'none' } }],
    ...[{ type: 'response.created' }, { type: 'assessment.feedback', feedback: { content: [] } }],
    ...[{ type: 'input_audio_buffer.speech_started', item_id: 5 }],
  ])
    expect(readEvent(talk, event, 0), JSON.stringify(event)).toBe(talk);
  for (const data of ['', '{', 'null', '[1]', new ArrayBuffer(3)])
    expect(readMessage(talk, data, 0)).toBe(talk);
  expect(readMessage(emptyConversation, JSON.stringify(created), 0).facts).toEqual(facts);
});

it('events of an upstream endpoint, with nested responses and transcripts in pieces, are understood', () => {
  const item = { item_id: 'i1' };
  const upstream = [
    { type: 'session.created', session: { id: 'sess_1', model: 'gpt-realtime' } },
    { type: 'input_audio_buffer.speech_started', ...item, audio_start_ms: 10 },
    { type: 'input_audio_buffer.speech_stopped', ...item, audio_end_ms: 900 },
    { type: 'conversation.item.input_audio_transcription.delta', ...item, delta: 'Good ' },
    { type: 'conversation.item.input_audio_transcription.delta', ...item, delta: 'day' },
    { type: 'response.created', response: { id: 'r1', status: 'in_progress' } },
    { type: 'output_audio_buffer.started', response_id: 'r1' },
    { type: 'response.output_audio_transcript.delta', response_id: 'r1', item_id: 'x', delta: 'Hello.' },
  ];
  expect(shown(upstream)).toEqual([
    ['student', 'Good day', false, false],
    ['tutor', 'Hello.', false, false],
  ]);
  expect(activityOf(talkOf(upstream))).toBe('speaking');
  const over = [
    ...upstream,
    { type: 'response.done', response: { id: 'r1', status: 'cancelled' } },
    { type: 'output_audio_buffer.cleared', response_id: 'r1' },
  ];
  expect(shown(over)[1]).toEqual(['tutor', 'Hello.', true, true]);
  expect(activityOf(talkOf(over))).toBe('listening');
  expect(talkOf(over).facts).toBeUndefined();
});

it('each goal is counted once, and the remaining seconds and the reason for the end are stored', () => {
  const goal = { type: 'goal.met', goal: 'price', response_id: 'r1' };
  const talk = talkOf([
    ...[created, goal, goal, { ...goal, goal: 'size' }],
    { type: 'quota', remaining_seconds: 30, is_warning: true },
    { type: 'session.closed', reason: 'quota' },
  ]);
  expect(talk.metGoals).toEqual(['price', 'size']);
  expect(talk.quota).toEqual({ seconds: 30, at: 4, isWarning: true });
  expect(talk.closed).toBe('quota');
  expect(talkOf([{ type: 'session.closed', reason: 'of another kind' }]).closed).toBe('failed');
});

it('a failed recognition removes its caption and shows the error', () => {
  const failed = {
    ...{ type: 'conversation.item.input_audio_transcription.failed', item_id: 'i1' },
    error: { code: 1010, message: '未能辨認' },
  };
  const talk = talkOf([created, started('i1'), stopped('i1'), failed]);
  expect(talk.lines).toEqual([]);
  expect(talk.problem).toEqual({ code: 1010, message: '未能辨認' });
  expect(activityOf(talk)).toBe('listening');
  // The next answer clears the error.
  expect(talkOf([answer('r1')], talk).problem).toBeUndefined();
});

it('the server’s clock is estimated from the fastest event, separately for each connection', () => {
  const at = (talk: typeof emptyConversation, event: unknown, ms: number) => readEvent(talk, event, ms);
  let talk = at(emptyConversation, created, 5000);
  expect(talk.clocks).toEqual({ 1: 5000 });
  talk = at(talk, { ...started('i1'), at_ms: 1000 }, 5400);
  expect(talk.clocks).toEqual({ 1: 4400 });
  talk = at(talk, { ...stopped('i1'), at_ms: 1500 }, 6300);
  expect(talk.clocks).toEqual({ 1: 4400 });
  talk = at(talk, { type: 'session.created', session: { ...facts, call_id: 'c2' } }, 9000);
  expect(talk.clocks).toEqual({ 1: 4400, 2: 9000 });
  talk = at(talk, transcribed('i2', 'Again'), 9500);
  expect(talk.lines.at(-1)?.said).toEqual({ session: 2, began_ms: 1000, ended_ms: 2000 });
});

it('a lost connection ends pending turns and keeps their text', () => {
  const talk = interrupted(talkOf(turn.slice(0, 9)));
  expect(activityOf(talk)).toBe('listening');
  expect(talk.lines.map(({ text, isFinal, isCut }) => [text, isFinal, isCut])).toEqual([
    ['Hello there.', true, false],
    ['Hi! ', true, true],
  ]);
  expect(interrupted(talkOf([created, started('i1')])).lines).toEqual([]);
});

it('a sound over the tutor’s voice that was not a word leaves no caption', () => {
  const sound = [...turn.slice(0, 9), started('i2'), stopped('i2')];
  expect(shown([...sound, output('stopped', 'r1')])).toHaveLength(2);
  expect(shown([...sound, started('i3')]).at(-1)).toEqual(['student', '', false, false]);
  expect(shown([...sound, started('i3')])).toHaveLength(3);
});
