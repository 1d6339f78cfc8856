import { quotaUsedUp } from '#shared/codes/numbers.ts';
import type { ClientEvent } from '#shared/voice/events.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { newKey } from '#web/ground/drafts.ts';
import { createListeners } from '#web/ground/listeners.ts';
import { listenByBrowser } from './browser-recogniser.ts';
import { CallProblem } from './call-problem.ts';
import { type CallPlan, type CallState, type Failure, firstState, isSending } from './call-state.ts';
import { connect, connectAgain } from './connect.ts';
import { listDevices, openMicrophone, openSilence, stopStream } from './microphone.ts';
import { type Counted, qualityOf } from './network-quality.ts';
import type { Peer } from './peer.ts';
import { readMessage } from './read-event.ts';
import { openSound, type ReadLevel } from './sound.ts';
import { activityOf, interrupted, type Talk, withLine, withoutEmpty } from './talk.ts';
import { upstreamEvents } from './upstream-events.ts';

const lookAtNetworkMs = 3000;
/** What was said when the key was let go is still on its way from the microphone. */
const tailMs = 250;
const restingMs = 250;
const goodbyeMs = 300;
const nothingSaidMs = 1000;

export type Call = ReturnType<typeof openCall>;

/** A call from the press of a button to its end. React only follows it. */
export function openCall(api: Api, plan: CallPlan) {
  const store = createStore<CallState>(firstState(plan));
  const over = new AbortController();
  const sound = openSound((isSoundBlocked) => store.change((state) => ({ ...state, isSoundBlocked })));
  const levels: { own?: ReturnType<typeof sound.levelOf>; tutor?: ReturnType<typeof sound.levelOf> } = {};
  let peer: Peer | undefined;
  /** Typed while there was no connection. */
  const unsent: ClientEvent[] = [];
  let resting: ReturnType<typeof setTimeout> | undefined;
  /** The key was let go a moment ago. */
  let releasing: ReturnType<typeof setTimeout> | undefined;

  const set = (change: Partial<CallState>) => store.change((state) => ({ ...state, ...change }));
  const changeTalk = (change: (talk: Talk) => Talk) =>
    store.change((state) => {
      const talk = change(state.talk);
      return talk === state.talk ? state : { ...state, talk };
    });
  const sendBy = (opened: Peer | undefined, event: ClientEvent) => {
    const events = plan.isUpstream ? upstreamEvents(event, store.get()) : [event];
    for (const one of events) opened?.send(one);
  };
  const send = (event: ClientEvent) => sendBy(peer, event);
  const applySending = () => {
    for (const track of store.get().microphone?.getAudioTracks() ?? [])
      track.enabled = isSending(store.get());
  };

  const recogniser =
    plan.hears === 'browser'
      ? listenByBrowser(plan.language, {
          onGuess: (text) => changeTalk((talk) => withLine(talk, 'guess', 'student', { text })),
          onWords: (text) => {
            changeTalk((talk) => ({ ...talk, lines: talk.lines.filter(({ id }) => id !== 'guess') }));
            say(text);
          },
          onRefused: () => set({ microphoneTrouble: 'denied' }),
        })
      : undefined;

  function say(text: string) {
    const client_key = newKey();
    const event: ClientEvent = { type: 'conversation.item.create', text, client_key };
    changeTalk((talk) => ({
      ...withLine(talk, client_key, 'student', { text, isFinal: true }),
      isAwaiting: true,
    }));
    if (peer?.isOpen()) send(event);
    else unsent.push(event);
  }

  async function takeMicrophone(deviceId: string) {
    const stream = plan.hears === 'server' ? await openMicrophone(deviceId) : openSilence(sound.context);
    const [track] = stream.getAudioTracks();
    if (over.signal.aborted || !track) return stopStream(stream);
    await carry(stream, track);
    set({ microphoneId: deviceId, microphoneTrouble: undefined });
    // Pulled out: any other will do.
    track.onended = () => void changeMicrophone('');
  }

  /** From now on this is what the tutor hears. */
  async function carry(stream: MediaStream, track: MediaStreamTrack) {
    stopStream(store.get().microphone);
    levels.own?.close();
    levels.own = sound.levelOf(stream);
    set({ microphone: stream });
    applySending();
    await peer?.replaceTrack(track);
  }

  /** During a call a microphone that cannot be had does not end it: one may still type. */
  async function changeMicrophone(deviceId: string) {
    try {
      await takeMicrophone(deviceId);
    } catch (error) {
      set({ microphoneTrouble: error instanceof CallProblem ? error.problem : 'microphone' });
      const [before] = store.get().microphone?.getAudioTracks() ?? [];
      if (over.signal.aborted || before?.readyState === 'live') return;
      // One that is gone sends nothing at all, which the server would take for a lost network.
      const silence = openSilence(sound.context);
      const [track] = silence.getAudioTracks();
      if (track) await carry(silence, track);
    }
  }

  async function chooseSpeaker(speakerId: string) {
    set({ speakerId: await sound.choose(speakerId) });
  }

  /** Something was plugged in or pulled out. */
  async function lookAtDevices() {
    const { microphoneTrouble, speakerId } = store.get();
    if (microphoneTrouble === 'noMicrophone') await changeMicrophone('');
    if (speakerId === '') return;
    const { speakers } = await listDevices();
    if (!over.signal.aborted && speakers.every(({ id }) => id !== speakerId)) await chooseSpeaker('');
  }

  const attempt = (microphone: MediaStream) => () => {
    const { talk, endSilenceMs, pushToTalk } = store.get();
    const threadId = talk.facts?.thread_id ?? plan.threadId;
    return connect(
      api,
      { ...plan, threadId, endSilenceMs, pushToTalk },
      {
        stream: store.get().microphone ?? microphone,
        onMessage: (data) => {
          if (!over.signal.aborted) changeTalk((before) => readMessage(before, data, performance.now()));
        },
        onStream: (stream) => {
          levels.tutor?.close();
          levels.tutor = sound.levelOf(stream);
          void sound.listen(stream);
        },
      },
      over.signal,
    );
  };

  /** Connected, and connected again whenever the network fails, until the call is over. */
  async function stayConnected(microphone: MediaStream) {
    for (let isFirst = true; !over.signal.aborted; isFirst = false) {
      const opened = await (isFirst ? attempt(microphone)() : connectAgain(attempt(microphone), over.signal));
      peer = opened;
      set({ phase: 'live', liveSince: store.get().liveSince ?? performance.now() });
      for (const event of unsent.splice(0)) send(event);
      if (store.get().isMuted) send({ type: 'session.update', is_muted: true });
      const stopWatching = watchNetwork(opened);
      await opened.lost;
      stopWatching();
      opened.close();
      peer = undefined;
      if (over.signal.aborted || store.get().talk.closed) return;
      changeTalk(interrupted);
      set({ phase: 'reconnecting', isHolding: false });
    }
  }

  function watchNetwork(opened: Peer) {
    let before: Counted | undefined;
    const timer = setInterval(async () => {
      const now = await opened.counted();
      if (before) set({ quality: qualityOf(before, now) });
      before = now;
    }, lookAtNetworkMs);
    return () => clearInterval(timer);
  }

  async function run() {
    if (typeof RTCPeerConnection === 'undefined') throw new CallProblem('unsupported');
    void sound.play();
    await takeMicrophone(plan.microphoneId);
    const { microphone, speakerId } = store.get();
    if (!microphone) return;
    if (speakerId) await chooseSpeaker(speakerId);
    navigator.mediaDevices?.addEventListener('devicechange', lookAtDevices, { signal: over.signal });
    set({ phase: 'connecting' });
    keepScreenOn(over.signal);
    await stayConnected(microphone);
  }

  /** The key was held and nothing said: nothing will be told of it. */
  const forgetHearing = (item: string | undefined) =>
    changeTalk((talk) =>
      item !== undefined && talk.hearing === item ? withoutEmpty({ ...talk, hearing: undefined }) : talk,
    );

  function release() {
    clearTimeout(releasing);
    releasing = undefined;
    set({ isHolding: false });
    applySending();
    send({ type: 'input_audio_buffer.commit' });
    setTimeout(forgetHearing, nothingSaidMs, store.get().talk.hearing);
  }

  /** Says goodbye, so that no second more is charged, and closes once that is out. */
  function leave(opened: Peer | undefined) {
    sendBy(opened, { type: 'session.end' });
    if (opened) setTimeout(opened.close, goodbyeMs);
  }

  function end(phase: 'ended' | 'failed', failure?: Failure) {
    if (over.signal.aborted) return;
    over.abort();
    recogniser?.listen(false);
    leave(peer);
    stopStream(store.get().microphone);
    levels.own?.close();
    levels.tutor?.close();
    sound.close();
    changeTalk(interrupted);
    set({ phase, failure, microphone: undefined, endedAt: performance.now() });
  }

  // What the events said may need an answer: the end of the call, or the browser's ear.
  store.subscribe(() => {
    const { talk, phase } = store.get();
    if (talk.closed && !over.signal.aborted)
      end(talk.closed === 'failed' || talk.closed === 'unreachable' ? 'failed' : 'ended');
    recogniser?.listen(
      phase === 'live' && isSending(store.get()) && activityOf(talk) !== 'speaking' && !over.signal.aborted,
    );
  });

  return {
    plan,
    subscribe: store.subscribe,
    get: store.get,
    start: () =>
      run().then(
        () => end('ended'),
        (error) => {
          if (!over.signal.aborted) end('failed', failureOf(error));
        },
      ),
    hangUp: () => end('ended'),
    say,
    send,
    interrupt: () => send({ type: 'response.cancel' }),
    mute(isMuted: boolean) {
      set({ isMuted });
      applySending();
      send({ type: 'session.update', is_muted: isMuted });
    },
    hold(isHolding: boolean) {
      if (over.signal.aborted) return;
      if (!isHolding) {
        if (store.get().isHolding) releasing ??= setTimeout(release, tailMs);
        return;
      }
      // Pressed again before the last of it was out: it is the same turn.
      clearTimeout(releasing);
      releasing = undefined;
      if (store.get().isHolding) return;
      set({ isHolding });
      applySending();
      send({ type: 'input_audio_buffer.begin' });
    },
    pushToTalk(pushToTalk: boolean) {
      if (store.get().isHolding) release();
      set({ pushToTalk });
      applySending();
      send({ type: 'session.update', push_to_talk: pushToTalk });
    },
    patience(endSilenceMs: number) {
      set({ endSilenceMs });
      // A slider says much on its way; where it rests is what is meant.
      clearTimeout(resting);
      resting = setTimeout(() => send({ type: 'session.update', end_silence_ms: endSilenceMs }), restingMs);
    },
    /** All was said: what is still on its way from the microphone belongs to it, nothing after it does. */
    finishTurn: () =>
      void setTimeout(() => {
        send({ type: 'input_audio_buffer.commit' });
        set({ isMuted: true });
        applySending();
      }, tailMs),
    chooseMicrophone: changeMicrophone,
    chooseSpeaker,
    allowSound: () => void sound.play(),
    ownLevel: (() => levels.own?.read() ?? 0) satisfies ReadLevel,
    tutorLevel: (() => levels.tutor?.read() ?? 0) satisfies ReadLevel,
  };
}

function failureOf(error: unknown): Failure {
  if (error instanceof CallProblem) return { name: error.problem, words: '' };
  if (error instanceof ApiError)
    return { name: error.code === quotaUsedUp ? 'quota' : 'server', words: error.message };
  console.error('應用層錯誤: the call failed', error);
  return { name: 'noRoute', words: '' };
}

/** A value that is followed. */
function createStore<T>(first: T) {
  let value = first;
  const { tell, subscribe } = createListeners();
  return {
    get: () => value,
    change(next: (before: T) => T) {
      const after = next(value);
      if (after === value) return;
      value = after;
      tell();
    },
    subscribe,
  };
}

/** Keeps the screen on while one talks, where the browser can; it forgets when the page is hidden, so it is asked again. */
function keepScreenOn(signal: AbortSignal) {
  if (!('wakeLock' in navigator)) return;
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (document.visibilityState !== 'visible' || signal.aborted) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (signal.aborted) await lock.release();
    } catch (error) {
      // A phone that saves its battery may say no: the call goes on.
      console.info('the screen may go dark', error);
    }
  };
  void ask();
  document.addEventListener('visibilitychange', ask, { signal });
  signal.addEventListener('abort', () => void lock?.release());
}
