/** A call in a browser whose devices come and go. What the network does is the browser tests’ matter. */
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
  /** The machine takes it away. */
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
let carried: string[];
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
    carried.push(track.name);
    return { replaceTrack: async (next: FakeTrack) => void carried.push(next.name) };
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
  carried = [];
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
const usual: CallPlan = {
  ...{ mode: 'talk', threadId: undefined, assistantId: undefined, language: 'en', voice: '', scene: '' },
  ...{
    hears: 'server',
    isUpstream: false,
    endSilenceMs: 800,
    pushToTalk: false,
    microphoneId: '',
    speakerId: '',
  },
};

async function begin(plan: Partial<CallPlan> = {}) {
  call = openCall(api, { ...usual, ...plan });
  void call.start();
  await vi.advanceTimersByTimeAsync(10);
  return call;
}
const typesSent = () => sent.map(({ type }) => type);

it('a speaker that was chosen once and is gone does not keep anybody from calling', async () => {
  await begin({ speakerId: 'headset' });
  expect(call.get()).toMatchObject({ phase: 'live', speakerId: '', failure: undefined });
  // Nor does one that goes while it is being chosen.
  await call.chooseSpeaker('headset');
  expect(call.get().speakerId).toBe('');
});

it('a speaker that is pulled out is followed by the usual one', async () => {
  speakers.push('headset');
  await begin({ speakerId: 'headset' });
  expect(call.get().speakerId).toBe('headset');
  speakers.pop();
  devices.dispatchEvent(new Event('devicechange'));
  await vi.advanceTimersByTimeAsync(10);
  expect(call.get().speakerId).toBe('');
});

it('a microphone that is pulled out leaves a call that is sent silence, until there is one again', async () => {
  await begin();
  const [track] = (call.get().microphone?.getAudioTracks() ?? []) as unknown as FakeTrack[];
  track?.pull();
  await vi.advanceTimersByTimeAsync(10);
  expect(call.get()).toMatchObject({ phase: 'live', microphoneTrouble: 'noMicrophone' });
  expect(carried).toEqual(['first', 'silence']);
  microphones.push(async () => streamOf('second'));
  devices.dispatchEvent(new Event('devicechange'));
  await vi.advanceTimersByTimeAsync(10);
  expect(carried).toEqual(['first', 'silence', 'second']);
  expect(call.get().microphoneTrouble).toBeUndefined();
});

it('a microphone that cannot be had in place of one that works changes nothing', async () => {
  await begin();
  await call.chooseMicrophone('other');
  expect(carried).toEqual(['first']);
  expect(call.get().microphone?.getAudioTracks()[0]?.readyState).toBe('live');
});

it('pressed again at once, the key holds on to the same turn; let go twice, it ends once', async () => {
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

it('a turn that is held ends when the key is no longer wanted', async () => {
  await begin({ pushToTalk: true });
  call.hold(true);
  call.pushToTalk(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(typesSent()).toEqual(['input_audio_buffer.begin', 'input_audio_buffer.commit', 'session.update']);
});

it('the browser’s recogniser, once refused, is not asked again and again', async () => {
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
  await begin({ hears: 'browser' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toBe(2);
  expect(call.get().microphoneTrouble).toBeDefined();
  call.mute(true);
  call.mute(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toBe(2);
});

it('an endpoint upstream is told in its own words, and nothing it does not know', async () => {
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
  call.patience(1_200);
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
  // Nothing is being said: to stop it would be called an error.
  sent = [];
  call.interrupt();
  call.hangUp();
  expect(sent).toEqual([]);
});
