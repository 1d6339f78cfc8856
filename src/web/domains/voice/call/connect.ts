import { conflict, notReady, tooMany, tooSlow, voiceBusy, voiceUnavailable } from '#shared/codes/numbers.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { untilOnlineOr } from '#web/ground/until-online.ts';
import { CallProblem } from './call-problem.ts';
import type { CallPlan } from './call-state.ts';
import { openPeer, type Peer } from './peer.ts';

const giveUpMs = 120_000;
const longestWaitMs = 4000;

const mayPass: readonly number[] = [tooMany, tooSlow, notReady, conflict, voiceBusy, voiceUnavailable];

/** A refusal that another attempt would only meet again. */
const isFinal = (error: unknown) => error instanceof ApiError && !mayPass.includes(error.code);

type Ends = Omit<Parameters<typeof openPeer>[0], 'iceServers'>;

/** One attempt: the ways there are, the offer, its answer, and the channel open. */
export async function connect(api: Api, plan: CallPlan, ends: Ends, signal: AbortSignal): Promise<Peer> {
  const { list } = await api('GET /api_ai_jp/realtime/ice_servers');
  // What is optional and not there must not be there as undefined.
  const peer = openPeer({ ...ends, iceServers: list as RTCIceServer[] });
  try {
    const offer = await peer.offer(signal);
    signal.throwIfAborted();
    const answer = await api('POST /api_ai_jp/realtime/answer_sdp', { query: queryOf(plan), text: offer });
    await peer.accept(answer, signal);
    signal.throwIfAborted();
    return peer;
  } catch (error) {
    peer.close();
    // What the browser makes of an answer it cannot use.
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
    // A conversation that is there has its assistant.
    ...(threadId === undefined && assistantId !== undefined ? { assistant_id: assistantId } : {}),
  };
}

/** Again and again, at once when the network is back, until it holds, is refused for good, or two minutes have passed. */
export async function connectAgain(attempt: () => Promise<Peer>, signal: AbortSignal): Promise<Peer> {
  const until = performance.now() + giveUpMs;
  for (let wait = 500; ; wait = Math.min(2 * wait, longestWaitMs)) {
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
