import { eventsChannel } from '#shared/voice/events.ts';
import { CallProblem } from './call-problem.ts';
import { type Counted, countedOf } from './network-quality.ts';

/**
 * An offer is sent once, so ICE candidates are awaited, but not longer than this for a server that never
 * answers.
 */
const gatheringMs = 2500;
const connectingMs = 12_000;
/** Chromium reports `disconnected` after a few seconds of silence; the connection may still come back. */
const disconnectedMs = 1500;

type PeerOptions = {
  iceServers: RTCIceServer[];
  stream: MediaStream;
  onMessage: (data: unknown) => void;
  onStream: (stream: MediaStream) => void;
};

/** One WebRTC connection. A call has several, one after another, when the network fails. */
export function openPeer({ iceServers, stream, onMessage, onStream }: PeerOptions) {
  const connection = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' });
  const [track] = stream.getAudioTracks();
  const sender = track && connection.addTrack(track, stream);
  const channel = connection.createDataChannel(eventsChannel);
  channel.onmessage = ({ data }) => onMessage(data);
  connection.ontrack = ({ track: remote, streams: [remoteStream] }) =>
    onStream(remoteStream ?? new MediaStream([remote]));

  const lost = new Promise<void>((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    channel.onclose = () => resolve();
    connection.onconnectionstatechange = () => {
      clearTimeout(timer);
      const state = connection.connectionState;
      if (state === 'failed' || state === 'closed') resolve();
      if (state === 'disconnected') timer = setTimeout(resolve, disconnectedMs);
    };
  });

  return {
    /** Resolves when the connection is lost. */
    lost,
    isOpen: () => channel.readyState === 'open',
    send(event: { type: string }) {
      if (channel.readyState === 'open') channel.send(JSON.stringify(event));
    },
    async offer(signal: AbortSignal) {
      await connection.setLocalDescription();
      await waitUntil(signal, gatheringMs, (done) => {
        const check = () => connection.iceGatheringState === 'complete' && done();
        connection.onicegatheringstatechange = check;
        check();
      });
      return connection.localDescription?.sdp ?? '';
    },
    async accept(sdp: string, signal: AbortSignal) {
      await connection.setRemoteDescription({ type: 'answer', sdp });
      await waitUntil(signal, connectingMs, (done) => {
        channel.onopen = done;
        void lost.then(done);
        if (channel.readyState === 'open') done();
      });
      if (channel.readyState !== 'open') throw new CallProblem('noRoute');
    },
    replaceTrack: async (next: MediaStreamTrack) => void (await sender?.replaceTrack(next)),
    async counted(): Promise<Counted> {
      const stats: RTCStats[] = [];
      // biome-ignore lint/suspicious/useIterableCallbackReturn: a stats report is not an array
      (await connection.getStats()).forEach((stat: RTCStats) => stats.push(stat));
      return countedOf(stats as Parameters<typeof countedOf>[0]);
    },
    close: () => connection.close(),
  };
}
export type Peer = ReturnType<typeof openPeer>;

/** Waits until `done` is called, the time is over or the signal aborts. */
function waitUntil(signal: AbortSignal, ms: number, start: (done: () => void) => void) {
  return new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    start(end);
  });
}
