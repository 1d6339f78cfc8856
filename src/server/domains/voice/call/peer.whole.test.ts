/** Offers as different browsers write them; each is answered and carries audio both ways. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift';
import { eventsChannel } from '#shared/voice/events.ts';
import { openPeer } from './peer.ts';

const here = { publicIp: undefined, udpPorts: undefined, isLocal: true };
const frame = Uint8Array.of(0xf8, 0xff, 0xfe);

type Browser = { payloadType?: number; rewrite?: (offer: string) => string; hasData?: boolean };

async function connect({ payloadType = 111, rewrite = (offer) => offer, hasData = true }: Browser) {
  const opus = new RTCRtpCodecParameters({
    mimeType: 'audio/opus',
    clockRate: 48_000,
    channels: 2,
    payloadType,
  });
  const own = new RTCPeerConnection({
    iceServers: [],
    bundlePolicy: 'max-bundle',
    codecs: { audio: [opus], video: [] },
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
  const track = new MediaStreamTrack({ kind: 'audio' });
  own.addTransceiver(track, { direction: 'sendrecv' });
  const channel = hasData ? own.createDataChannel(eventsChannel) : undefined;
  /** Payload types of the received packets. */
  const receivedTypes: number[] = [];
  own.onTrack.subscribe((remote) =>
    remote.onReceiveRtp.subscribe(({ header }) => void receivedTypes.push(header.payloadType)),
  );
  await own.setLocalDescription(await own.createOffer());
  const sequences: number[] = [];
  const events: string[] = [];
  const peer = await openPeer(rewrite(own.localDescription?.sdp ?? ''), here, {
    connected: () => void events.push('connected'),
    lost() {},
    packet: (sequence) => void sequences.push(sequence),
    open: () => void events.push('open'),
    message() {},
  });
  onTestFinished(async () => {
    await Promise.all([own.close(), peer.close()]);
  });
  await own.setRemoteDescription({ type: 'answer', sdp: peer.answer });
  await vi.waitFor(() => expect(events).toContain('connected'), 20_000);
  let sequence = 0;
  await vi.waitFor(() => {
    const header = new RtpHeader({ payloadType, sequenceNumber: sequence, timestamp: sequence * 960 });
    track.writeRtp(new RtpPacket(header, Buffer.from(frame)));
    peer.sendFrame(frame, sequence, sequence === 0);
    sequence += 1;
    expect(receivedTypes.length).toBeGreaterThan(3);
  }, 20_000);
  return { own, peer, channel, receivedTypes, sequences, events };
}

/** Firefox uses payload type 109 for Opus and offers more codecs. */
const asFirefox = (offer: string) =>
  offer
    .replace(/(m=audio \S+ \S+) 109/, '$1 109 9 0 8 101')
    .replace(
      /a=rtpmap:109.*\r\n/,
      'a=rtpmap:109 opus/48000/2\r\na=rtpmap:9 G722/8000/1\r\na=rtpmap:101 telephone-event/8000\r\na=fmtp:101 0-15\r\n',
    );

test.for<[string, Browser]>([
  ['from Firefox', { payloadType: 109, rewrite: asFirefox }],
  ['with another payload type for Opus', { payloadType: 96 }],
  ['with LF line endings', { rewrite: (offer) => offer.replaceAll('\r\n', '\n') }],
  ['without candidates', { rewrite: (offer) => offer.replace(/a=(candidate|end-of-candidates).*\r\n/g, '') }],
  [
    'with mDNS names instead of addresses',
    { rewrite: (offer) => offer.replace(/(a=candidate:(\S+ ){4})\S+/g, '$11f4712db-ea17.local') },
  ],
  ['without a data channel', { hasData: false }],
])('an offer is answered and carries audio both ways: %s', async ([, browser]) => {
  const { receivedTypes, sequences, events } = await connect(browser);
  expect(new Set(receivedTypes)).toEqual(new Set([browser.payloadType ?? 111]));
  expect(sequences.length).toBeGreaterThan(0);
  if (browser.hasData !== false) await vi.waitFor(() => expect(events).toContain('open'));
});

test('a receive-only client gets audio', async () => {
  const { receivedTypes, sequences } = await connect({
    rewrite: (offer) => offer.replace('a=sendrecv', 'a=recvonly'),
  });
  expect(receivedTypes.length).toBeGreaterThan(0);
  expect(sequences).toEqual([]);
});

test('an endless data channel message is detected as an overrun', async () => {
  const { own, peer, channel, events } = await connect({});
  await vi.waitFor(() => expect(events).toContain('open'));
  expect(peer.isOverrun()).toBe(false);
  // Bypasses the limits of the client library, as no browser does.
  const sctp = own.sctpTransport?.sctp;
  void sctp?.send(channel?.id ?? 0, 51, Buffer.alloc(4 * 1024 * 1024, 'a')).catch(() => {});
  await vi.waitFor(() => expect(peer.isOverrun()).toBe(true), { timeout: 20_000, interval: 20 });
});
