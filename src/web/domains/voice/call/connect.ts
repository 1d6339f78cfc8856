import { conflict, notReady, tooMany, tooSlow, voiceBusy, voiceUnavailable } from '#shared/codes/numbers.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { untilOnlineOr } from '#web/ground/until-online.ts';
import { CallProblem } from './call-problem.ts';
import type { CallPlan } from './call-state.ts';
import { openPeer, type Peer } from './peer.ts';

const retryForMs = 120_000;
const maxWaitMs = 4000;

const transientCodes: readonly number[] = [tooMany, tooSlow, notReady, conflict, voiceBusy, voiceUnavailable];

/** A permanent refusal, which a retry would meet again. */
const isFinal = (error: unknown) => error instanceof ApiError && !transientCodes.includes(error.code);

type PeerOptions = Omit<Parameters<typeof openPeer>[0], 'iceServers'>;

/** One attempt: ICE servers, offer, answer, open data channel. */
export async function connect(
  api: Api,
  plan: CallPlan,
  options: PeerOptions,
  signal: AbortSignal,
): Promise<Peer> {
  const { list } = await api('GET /api_ai_jp/realtime/ice_servers');
  // The types differ only in optional properties: absent ones are never `undefined` here.
  const peer = openPeer({ ...options, iceServers: list as RTCIceServer[] });
  try {
    const offer = await peer.offer(signal);
    signal.throwIfAborted();
    const answer = await api('POST /api_ai_jp/realtime/answer_sdp', { query: queryOf(plan), text: offer });
    await peer.accept(answer, signal);
    signal.throwIfAborted();
    return peer;
  } catch (error) {
    peer.close();
    // Error of the browser for an answer it cannot use.
    throw error instanceof DOMException && error.name !== 'AbortError'
      ? new CallProblem('noRoute', error)
      : error;
  }
}

function queryOf({
  mode,
  threadId,
  assistantId,
  voice,
  language,
  endSilenceMs,
  pushToTalk,
  scene,
}: CallPlan) {
  return {
    ...{ mode, voice, language, scene, end_silence_ms: endSilenceMs, push_to_talk: String(pushToTalk) },
    ...(threadId === undefined ? {} : { thread_id: threadId }),
    // An existing thread has its assistant already.
    ...(threadId === undefined && assistantId !== undefined ? { assistant_id: assistantId } : {}),
  };
}

/**
 * Retries, at once when the network is back, until connected, refused for good, or two minutes have passed.
 */
export async function connectAgain(attempt: () => Promise<Peer>, signal: AbortSignal): Promise<Peer> {
  const until = performance.now() + retryForMs;
  for (let wait = 500; ; wait = Math.min(2 * wait, maxWaitMs)) {
    try {
      if (navigator.onLine) return await attempt();
    } catch (error) {
      if (isFinal(error) || performance.now() > until) throw error;
    }
    signal.throwIfAborted();
    if (performance.now() > until) throw new CallProblem('noRoute');
    await untilOnlineOr(wait, signal);
    signal.throwIfAborted();
  }
}
