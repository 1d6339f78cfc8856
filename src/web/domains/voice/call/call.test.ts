/** A call in a fake browser whose devices come and go. Network failures are covered by the browser tests. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '#web/ground/api/api.ts';
import { type Call, openCall } from './call.ts';
import type { CallPlan } from './call-state.ts';

type Sent = { type: string } & Record<string, unknown>;

class FakeTrack extends EventTarget {
  enabled = true;
  readyState = 'live';
  onended: (() => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }
  stop() {
    this.readyState = 'ended';
  }
  /** Simulates unplugging. */
  pull() {
    this.readyState = 'ended';
    this.onended?.();
  }
}

const streamOf = (name: string) => {
  const tracks = [new FakeTrack(name)];
  return { getAudioTracks: () => tracks, getTracks: () => tracks } as unknown as MediaStream;
};

let sent: Sent[];
let tracksSent: string[];
let microphones: (() => Promise<MediaStream>)[];
let speakers: string[];
let devices: EventTarget;
let call: Call;

class FakeConnection {
  iceGatheringState = 'complete';
  connectionState = 'connected';
  localDescription = { sdp: 'offer' };
  channel = { readyState: 'open', send: (text: string) => void sent.push(JSON.parse(text)) };
  addTrack = (track: FakeTrack) => {
    tracksSent.push(track.name);
    return { replaceTrack: async (next: FakeTrack) => void tracksSent.push(next.name) };
  };
  createDataChannel = () => this.channel;
  setLocalDescription = async () => {};
  setRemoteDescription = async () => {};
  getStats = async () => new Map();
  close() {}
}

const node = { connect() {}, disconnect() {}, start() {} };

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  tracksSent = [];
  microphones = [async () => streamOf('first')];
  speakers = [''];
  devices = new EventTarget();
  vi.stubGlobal('RTCPeerConnection', FakeConnection);
  vi.stubGlobal(
    'ConstantSourceNode',
    class {
      connect() {}
      start() {}
    },
  );
  vi.stubGlobal(
    'AudioContext',
    class {
      resume = async () => {};
      close = async () => {};
      createMediaStreamSource = () => node;
      createAnalyser = () => ({ ...node, fftSize: 0 });
      createMediaStreamDestination = () => ({ stream: streamOf('silence') });
    },
  );
  vi.stubGlobal(
    'Audio',
    class {
      srcObject = null;
      async setSinkId(id: string) {
        if (!speakers.includes(id)) throw new DOMException('gone', 'NotFoundError');
      }
    },
  );
  vi.stubGlobal('navigator', {
    onLine: true,
    mediaDevices: Object.assign(devices, {
      getUserMedia: () =>
        microphones.shift()?.() ?? Promise.reject(new DOMException('none', 'NotFoundError')),
      enumerateDevices: async () =>
        speakers.map((deviceId) => ({ kind: 'audiooutput', deviceId, label: deviceId })),
    }),
  });
  vi.stubGlobal(
    'HTMLMediaElement',
    class {
      setSinkId() {}
    },
  );
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  call.hangUp();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const api = (async (name: string) => (name.startsWith('GET') ? { list: [] } : 'answer')) as unknown as Api;
const defaultPlan: CallPlan = {
  ...{ mode: 'talk', threadId: undefined, assistantId: undefined, language: 'en', voice: '', scene: '' },
  ...{
    recognition: 'server',
    isUpstream: false,
    endSilenceMs: 800,
    pushToTalk: false,
    microphoneId: '',
    speakerId: '',
  },
};

async function begin(plan: Partial<CallPlan> = {}) {
  call = openCall(api, { ...defaultPlan, ...plan });
  void call.start();
  await vi.advanceTimersByTimeAsync(10);
  return call;
}
const typesSent = () => sent.map(({ type }) => type);

it('a call starts with the default speaker when the chosen one is gone', async () => {
  await begin({ speakerId: 'headset' });
  expect(call.get()).toMatchObject({ phase: 'live', speakerId: '', failure: undefined });
  // The same when a speaker disappears while it is being chosen.
  await call.chooseSpeaker('headset');
  expect(call.get().speakerId).toBe('');
});

it('a call switches to the default speaker when the chosen one is unplugged', async () => {
  speakers.push('headset');
  await begin({ speakerId: 'headset' });
  expect(call.get().speakerId).toBe('headset');
  speakers.pop();
  devices.dispatchEvent(new Event('devicechange'));
  await vi.advanceTimersByTimeAsync(10);
  expect(call.get().speakerId).toBe('');
});

it('a call sends silence while the microphone is unplugged, and uses the next one', async () => {
  await begin();
  const [track] = (call.get().microphone?.getAudioTracks() ?? []) as unknown as FakeTrack[];
  track?.pull();
  await vi.advanceTimersByTimeAsync(10);
  expect(call.get()).toMatchObject({ phase: 'live', microphoneProblem: 'noMicrophone' });
  expect(tracksSent).toEqual(['first', 'silence']);
  microphones.push(async () => streamOf('second'));
  devices.dispatchEvent(new Event('devicechange'));
  await vi.advanceTimersByTimeAsync(10);
  expect(tracksSent).toEqual(['first', 'silence', 'second']);
  expect(call.get().microphoneProblem).toBeUndefined();
});

it('choosing a microphone that cannot be opened keeps the working one', async () => {
  await begin();
  await call.chooseMicrophone('other');
  expect(tracksSent).toEqual(['first']);
  expect(call.get().microphone?.getAudioTracks()[0]?.readyState).toBe('live');
});

it('of a call that is passed on, what the student says is looked at once, and help lines are shown', async () => {
  const help = { message: '有危險請先打 999。', lines: [{ phone: '999', name: '緊急求助', note: '' }] };
  const asked: unknown[] = [];
  const looking = (async (name: string, given: { body: { text: string } }) => {
    if (!name.endsWith('/help')) return name.startsWith('GET') ? { list: [] } : 'answer';
    asked.push(given.body);
    return { help: given.body.text === '爸爸打我' ? help : null };
  }) as unknown as Api;
  for (const isUpstream of [false, true]) {
    call = openCall(looking, { ...defaultPlan, isUpstream, language: 'yue' });
    void call.start();
    await vi.advanceTimersByTimeAsync(10);
    call.say('你好');
    call.say('爸爸打我');
    await vi.advanceTimersByTimeAsync(10);
    expect(call.get().talk.help).toEqual(isUpstream ? help : undefined);
    call.hangUp();
  }
  expect(asked).toEqual(['你好', '爸爸打我'].map((text) => ({ text, language: 'yue' })));
});

it('pressing push-to-talk again at once continues the turn, and releasing it twice ends it once', async () => {
  await begin({ pushToTalk: true });
  call.hold(true);
  call.hold(false);
  await vi.advanceTimersByTimeAsync(100);
  call.hold(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(call.get().isHolding).toBe(true);
  expect(typesSent()).toEqual(['input_audio_buffer.begin']);
  call.hold(false);
  call.hold(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(call.get().isHolding).toBe(false);
  expect(typesSent()).toEqual(['input_audio_buffer.begin', 'input_audio_buffer.commit']);
});

it('a held turn ends when push-to-talk is switched off', async () => {
  await begin({ pushToTalk: true });
  call.hold(true);
  call.pushToTalk(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(typesSent()).toEqual(['input_audio_buffer.begin', 'input_audio_buffer.commit', 'session.update']);
});

it('the browser’s recogniser is not restarted after a permanent error', async () => {
  let begun = 0;
  vi.stubGlobal(
    'SpeechRecognition',
    class {
      onerror?: (event: { error: string }) => void;
      onend?: () => void;
      start() {
        begun += 1;
        setTimeout(() => {
          this.onerror?.({ error: begun === 1 ? 'no-speech' : 'audio-capture' });
          this.onend?.();
        }, 10);
      }
      abort() {}
    },
  );
  await begin({ recognition: 'browser' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toBe(2);
  expect(call.get().microphoneProblem).toBeDefined();
  call.mute(true);
  call.mute(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toBe(2);
});

it('an upstream endpoint gets only events of its own protocol', async () => {
  await begin({ isUpstream: true, pushToTalk: true });
  call.mute(true);
  call.mute(false);
  expect(sent).toEqual([]);
  call.hold(true);
  call.hold(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(typesSent()).toEqual(['input_audio_buffer.clear', 'input_audio_buffer.commit', 'response.create']);
  sent = [];
  call.say('1 + 1');
  expect(sent).toEqual([
    {
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: '1 + 1' }] },
    },
    { type: 'response.create' },
  ]);
  sent = [];
  call.pushToTalk(false);
  call.setEndSilence(1_200);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.at(-1)).toEqual({
    type: 'session.update',
    session: {
      type: 'realtime',
      audio: {
        input: {
          turn_detection: { type: 'server_vad', silence_duration_ms: 1_200, interrupt_response: true },
        },
      },
    },
  });
  // Nothing is being spoken: the endpoint would answer a cancellation with an error.
  sent = [];
  call.interrupt();
  call.hangUp();
  expect(sent).toEqual([]);
});
