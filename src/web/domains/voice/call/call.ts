import { quotaUsedUp } from '#shared/codes/numbers.ts';
import type { ClientEvent } from '#shared/voice/events.ts';
import { voiceLimits } from '#shared/voice/voice.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { newKey } from '#web/ground/drafts.ts';
import { createListeners } from '#web/ground/listeners.ts';
import { listenByBrowser } from './browser-recogniser.ts';
import { CallProblem } from './call-problem.ts';
import { type CallPlan, type CallState, type Failure, firstState, isSending } from './call-state.ts';
import { connect, connectAgain } from './connect.ts';
import { activityOf, type Conversation, interrupted, withLine, withoutEmpty } from './conversation.ts';
import { listDevices, openMicrophone, openSilence, stopStream } from './microphone.ts';
import { type Counted, qualityOf } from './network-quality.ts';
import type { Peer } from './peer.ts';
import { readMessage } from './read-event.ts';
import { openSound, type ReadLevel } from './sound.ts';
import { upstreamEvents } from './upstream-events.ts';

const networkCheckMs = 3000;
/** The last speech is still on its way from the microphone when the key is released. */
const tailMs = 250;
const sliderDelayMs = 250;
const closeDelayMs = 300;
const silentTurnMs = 1000;

export type Call = ReturnType<typeof openCall>;

/** A call from the press of the button to its end; React only subscribes to it. */
export function openCall(api: Api, plan: CallPlan) {
  const store = createStore<CallState>(firstState(plan));
  const ended = new AbortController();
  const sound = openSound((isSoundBlocked) => store.change((state) => ({ ...state, isSoundBlocked })));
  const levels: { own?: ReturnType<typeof sound.levelOf>; tutor?: ReturnType<typeof sound.levelOf> } = {};
  let peer: Peer | undefined;
  /** Typed while disconnected. */
  const unsent: ClientEvent[] = [];
  let sliderTimer: ReturnType<typeof setTimeout> | undefined;
  /** Timer that runs after the key was released. */
  let releaseTimer: ReturnType<typeof setTimeout> | undefined;

  const set = (change: Partial<CallState>) => store.change((state) => ({ ...state, ...change }));
  const changeTalk = (change: (talk: Conversation) => Conversation) =>
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
    plan.recognition === 'browser'
      ? listenByBrowser(plan.language, {
          onGuess: (text) => changeTalk((talk) => withLine(talk, 'guess', 'student', { text })),
          onWords: (text) => {
            changeTalk((talk) => ({ ...talk, lines: talk.lines.filter(({ id }) => id !== 'guess') }));
            say(text);
          },
          onRefused: () => set({ microphoneProblem: 'denied' }),
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

  async function switchMicrophone(deviceId: string) {
    const stream =
      plan.recognition === 'server' ? await openMicrophone(deviceId) : openSilence(sound.context);
    const [track] = stream.getAudioTracks();
    if (ended.signal.aborted || !track) return stopStream(stream);
    await sendStream(stream, track);
    set({ microphoneId: deviceId, microphoneProblem: undefined });
    // Unplugged: any other microphone will do.
    track.onended = () => void changeMicrophone('');
  }

  /** Sends this stream to the tutor from now on. */
  async function sendStream(stream: MediaStream, track: MediaStreamTrack) {
    stopStream(store.get().microphone);
    levels.own?.close();
    levels.own = sound.levelOf(stream);
    set({ microphone: stream });
    applySending();
    await peer?.replaceTrack(track);
  }

  /** Changes the microphone during a call. A failure does not end the call: the user may still type. */
  async function changeMicrophone(deviceId: string) {
    try {
      await switchMicrophone(deviceId);
    } catch (error) {
      set({ microphoneProblem: error instanceof CallProblem ? error.problem : 'microphone' });
      const [before] = store.get().microphone?.getAudioTracks() ?? [];
      if (ended.signal.aborted || before?.readyState === 'live') return;
      // A stream that ended sends nothing at all, which the server would take for a lost connection.
      const silence = openSilence(sound.context);
      const [track] = silence.getAudioTracks();
      if (track) await sendStream(silence, track);
    }
  }

  async function chooseSpeaker(speakerId: string) {
    set({ speakerId: await sound.choose(speakerId) });
  }

  /** A device was plugged in or unplugged. */
  async function checkDevices() {
    const { microphoneProblem: microphoneTrouble, speakerId } = store.get();
    if (microphoneTrouble === 'noMicrophone') await changeMicrophone('');
    if (speakerId === '') return;
    const { speakers } = await listDevices();
    if (!ended.signal.aborted && speakers.every(({ id }) => id !== speakerId)) await chooseSpeaker('');
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
          if (!ended.signal.aborted) changeTalk((before) => readMessage(before, data, performance.now()));
        },
        onStream: (stream) => {
          levels.tutor?.close();
          levels.tutor = sound.levelOf(stream);
          void sound.listen(stream);
        },
      },
      ended.signal,
    );
  };

  /** Connects, and reconnects whenever the network fails, until the call is over. */
  async function stayConnected(microphone: MediaStream) {
    for (let isFirst = true; !ended.signal.aborted; isFirst = false) {
      const opened = await (isFirst
        ? attempt(microphone)()
        : connectAgain(attempt(microphone), ended.signal));
      peer = opened;
      set({ phase: 'live', liveSince: store.get().liveSince ?? performance.now() });
      for (const event of unsent.splice(0)) send(event);
      if (store.get().isMuted) send({ type: 'session.update', is_muted: true });
      const stopWatching = watchNetwork(opened);
      await opened.lost;
      stopWatching();
      opened.close();
      peer = undefined;
      if (ended.signal.aborted || store.get().talk.closed) return;
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
    }, networkCheckMs);
    return () => clearInterval(timer);
  }

  async function run() {
    if (typeof RTCPeerConnection === 'undefined') throw new CallProblem('unsupported');
    void sound.play();
    await switchMicrophone(plan.microphoneId);
    const { microphone, speakerId } = store.get();
    if (!microphone) return;
    if (speakerId) await chooseSpeaker(speakerId);
    navigator.mediaDevices?.addEventListener('devicechange', checkDevices, { signal: ended.signal });
    set({ phase: 'connecting' });
    keepScreenOn(ended.signal);
    await stayConnected(microphone);
  }

  /** The key was held in silence: no event will follow for that turn. */
  const dropSilentTurn = (item: string | undefined) =>
    changeTalk((talk) =>
      item !== undefined && talk.hearing === item ? withoutEmpty({ ...talk, hearing: undefined }) : talk,
    );

  function release() {
    clearTimeout(releaseTimer);
    releaseTimer = undefined;
    set({ isHolding: false });
    applySending();
    send({ type: 'input_audio_buffer.commit' });
    setTimeout(dropSilentTurn, silentTurnMs, store.get().talk.hearing);
  }

  /** Announces the end, so that no further second is charged, and closes after it is sent. */
  function sayGoodbye(opened: Peer | undefined) {
    sendBy(opened, { type: 'session.end' });
    if (opened) setTimeout(opened.close, closeDelayMs);
  }

  function end(phase: 'ended' | 'failed', failure?: Failure) {
    if (ended.signal.aborted) return;
    ended.abort();
    recogniser?.listen(false);
    sayGoodbye(peer);
    stopStream(store.get().microphone);
    levels.own?.close();
    levels.tutor?.close();
    sound.close();
    changeTalk(interrupted);
    set({ phase, failure, microphone: undefined, endedAt: performance.now() });
  }

  const lookedAt = new Set<string>();
  /** Whoever answers the call, our server looks at what the student said: a child in need is shown help lines. */
  function lookForNeed() {
    for (const { id, side, text, isFinal } of store.get().talk.lines) {
      if (side !== 'student' || !isFinal || text.trim() === '' || lookedAt.has(id)) continue;
      lookedAt.add(id);
      api('POST /api_ai_jp/realtime/help', {
        body: { text: text.slice(0, voiceLimits.lineLength), language: plan.language },
      }).then(
        ({ help }) => help && changeTalk((talk) => ({ ...talk, help })),
        (error) => console.error('應用層錯誤: help lines could not be asked for', error),
      );
    }
  }

  // Reacts to events: ends the call, or switches the recogniser of the browser.
  store.subscribe(() => {
    const { talk, phase } = store.get();
    if (plan.isUpstream) lookForNeed();
    if (talk.closed && !ended.signal.aborted)
      end(talk.closed === 'failed' || talk.closed === 'unreachable' ? 'failed' : 'ended');
    recogniser?.listen(
      phase === 'live' && isSending(store.get()) && activityOf(talk) !== 'speaking' && !ended.signal.aborted,
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
          if (!ended.signal.aborted) end('failed', failureOf(error));
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
      if (ended.signal.aborted) return;
      if (!isHolding) {
        if (store.get().isHolding) releaseTimer ??= setTimeout(release, tailMs);
        return;
      }
      // Pressed again before the turn was committed: the turn continues.
      clearTimeout(releaseTimer);
      releaseTimer = undefined;
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
    setEndSilence(endSilenceMs: number) {
      set({ endSilenceMs });
      // A slider changes often while dragged; only the value where it rests is sent.
      clearTimeout(sliderTimer);
      sliderTimer = setTimeout(
        () => send({ type: 'session.update', end_silence_ms: endSilenceMs }),
        sliderDelayMs,
      );
    },
    /** Ends the answer: audio still on its way belongs to it, later audio does not. */
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

/** An observable value. */
function createStore<T>(first: T) {
  let value = first;
  const { notify: tell, subscribe } = createListeners();
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

/**
 * Keeps the screen on during a call where supported; the lock is lost when the page is hidden, so it is
 * requested again.
 */
function keepScreenOn(signal: AbortSignal) {
  if (!('wakeLock' in navigator)) return;
  let lock: WakeLockSentinel | undefined;
  const requestLock = async () => {
    if (document.visibilityState !== 'visible' || signal.aborted) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (signal.aborted) await lock.release();
    } catch (error) {
      // A phone in battery saving mode may refuse: the call goes on.
      console.info('the screen may go dark', error);
    }
  };
  void requestLock();
  document.addEventListener('visibilitychange', requestLock, { signal });
  signal.addEventListener('abort', () => void lock?.release());
}
