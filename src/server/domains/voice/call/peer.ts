import { isIPv4 } from 'node:net';
import {
  MediaStreamTrack,
  type RTCDataChannel,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
} from 'werift';
import type { CallsConfig } from '#server/ground/config/voice-values.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { eventsChannel } from '#shared/voice/events.ts';
import { cleanOffer } from './offer.ts';

export type PeerEvents = {
  connected(): void;
  /** The client is gone, or was never reached. */
  lost(): void;
  packet(sequence: number, packet: { payload: Uint8Array; timestamp: number }): void;
  /** The data channel is open: events can be sent to the page. */
  open(): void;
  message(text: string): void;
};

export type Peer = Awaited<ReturnType<typeof openPeer>>;
export type PeerConfig = Pick<CallsConfig, 'publicIp' | 'udpPorts' | 'isLocal'>;

/** Limits the buffer for a page that does not read its events. */
const maxBuffered = 256 * 1024;
const samplesPerFrame = 960;

const opus = () =>
  new RTCRtpCodecParameters({
    mimeType: 'audio/opus',
    clockRate: 48_000,
    channels: 2,
    payloadType: 111,
    parameters: 'minptime=10;useinbandfec=1',
  });

export const newConnection = ({ udpPorts, isLocal }: PeerConfig) =>
  new RTCPeerConnection({
    iceServers: [],
    codecs: { audio: [opus()], video: [] },
    bundlePolicy: 'max-bundle',
    iceUseTcp: false,
    iceTcpPassive: false,
    ...(udpPorts && { icePortRange: udpPorts }),
    ...(isLocal && { iceAdditionalHostAddresses: ['127.0.0.1'] }),
  });

/** Answers an SDP offer. Any failure is reported as badOffer, and nothing stays open. */
export async function openPeer(offer: string, config: PeerConfig, events: PeerEvents) {
  const sdp = cleanOffer(offer);
  const connection = newConnection(config);
  const out = new MediaStreamTrack({ kind: 'audio' });
  let channel: RTCDataChannel | undefined;
  let isClosed = false;

  connection.connectionStateChange.subscribe((state) => {
    if (isClosed) return;
    if (state === 'connected') events.connected();
    if (state === 'failed' || state === 'closed') events.lost();
  });
  connection.onRemoteTransceiverAdded.subscribe((transceiver) => {
    transceiver.setDirection('sendrecv');
    void transceiver.sender.replaceTrack(out);
  });
  connection.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe(({ header, payload }) => {
      if (!isClosed) events.packet(header.sequenceNumber, { payload, timestamp: header.timestamp });
    });
  });
  connection.onDataChannel.subscribe((opened) => {
    // Only the first channel of that name is used; other channels are ignored.
    if (channel || opened.label !== eventsChannel) return;
    channel = opened;
    opened.onMessage.subscribe((data) => {
      if (!isClosed && typeof data === 'string') events.message(data);
    });
    events.open();
  });

  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await connection.close();
  };
  let answer: string;
  try {
    await connection.setRemoteDescription({ type: 'offer', sdp });
    await connection.setLocalDescription(await connection.createAnswer());
    answer = connection.localDescription?.sdp ?? '';
    if (answer === '') throw new Error('no answer was made');
  } catch (error) {
    await close();
    throw new AppError('badOffer', { cause: error });
  }

  let sequence = Math.floor(Math.random() * 32_768);
  return {
    answer: config.publicIp === undefined ? answer : withPublicAddress(answer, config.publicIp),
    /** Sends one frame of 20 ms; `frame` counts all frames since the start, silent ones included. */
    sendFrame(payload: Uint8Array, frame: number, isFirst: boolean) {
      const header = new RtpHeader({
        payloadType: 111,
        sequenceNumber: sequence & 0xffff,
        timestamp: (frame * samplesPerFrame) >>> 0,
        marker: isFirst,
      });
      sequence += 1;
      out.writeRtp(new RtpPacket(header, Buffer.from(payload)));
    },
    send(text: string) {
      if (isClosed || !channel || channel.readyState === 'closed' || channel.bufferedAmount > maxBuffered)
        return;
      channel.send(text);
    },
    /**
     * Detects an endless message: the library assembles whatever arrives, and its receive window is used up.
     */
    isOverrun() {
      // No public API: werift tells of whole messages only, and of no bytes that wait for the rest of theirs.
      const sctp = connection.sctpTransport?.sctp as unknown as { advertisedRwnd: number } | undefined;
      return sctp !== undefined && sctp.advertisedRwnd <= 0;
    },
    close,
  };
}

/** Behind NAT the machine does not know the public address that browsers use. */
function withPublicAddress(sdp: string, publicIp: string) {
  return sdp
    .split('\r\n')
    .flatMap((line) => {
      if (!line.startsWith('a=candidate:')) return [line];
      const parts = line.split(' ');
      const isSameFamily = isIPv4(parts[4] ?? '') === isIPv4(publicIp);
      if (!isSameFamily || parts[4] === publicIp || parts[4] === '127.0.0.1') return [line];
      const publicCandidate = [`${parts[0]}p`, ...parts.slice(1)];
      publicCandidate[4] = publicIp;
      return [publicCandidate.join(' '), line];
    })
    .join('\r\n');
}
