/** Offers as browsers write them, each answered and talked over. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift';
import { eventsChannel } from '#shared/voice/events.ts';
import { openPeer } from './peer.ts';

const here = { publicIp: undefined, udpPorts: undefined, isLocal: true };
const frame = Uint8Array.of(0xf8, 0xff, 0xfe);

type Browser = { payloadType?: number; rewrite?: (offer: string) => string; hasData?: boolean };

async function talk({ payloadType = 111, rewrite = (offer) => offer, hasData = true }: Browser) {
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
  /** The payload types that came. */
  const came: number[] = [];
  own.onTrack.subscribe((remote) =>
    remote.onReceiveRtp.subscribe(({ header }) => void came.push(header.payloadType)),
  );
  await own.setLocalDescription(await own.createOffer());
  const heard: number[] = [];
  const told: string[] = [];
  const peer = await openPeer(rewrite(own.localDescription?.sdp ?? ''), here, {
    connected: () => void told.push('connected'),
    lost() {},
    packet: (sequence) => void heard.push(sequence),
    open: () => void told.push('open'),
    message() {},
  });
  onTestFinished(async () => {
    await Promise.all([own.close(), peer.close()]);
  });
  await own.setRemoteDescription({ type: 'answer', sdp: peer.answer });
  await vi.waitFor(() => expect(told).toContain('connected'), 20_000);
  let sequence = 0;
  await vi.waitFor(() => {
    const header = new RtpHeader({ payloadType, sequenceNumber: sequence, timestamp: sequence * 960 });
    track.writeRtp(new RtpPacket(header, Buffer.from(frame)));
    peer.sendFrame(frame, sequence, sequence === 0);
    sequence += 1;
    expect(came.length).toBeGreaterThan(3);
  }, 20_000);
  return { own, peer, channel, came, heard, told };
}

/** Firefox names Opus 109 and offers more than it. */
const asFirefox = (offer: string) =>
  offer
    .replace(/(m=audio \S+ \S+) 109/, '$1 109 9 0 8 101')
    .replace(
      /a=rtpmap:109.*\r\n/,
      'a=rtpmap:109 opus/48000/2\r\na=rtpmap:9 G722/8000/1\r\na=rtpmap:101 telephone-event/8000\r\na=fmtp:101 0-15\r\n',
    );

test.for<[string, Browser]>([
  ['Firefox’s', { payloadType: 109, rewrite: asFirefox }],
  ['one with another number for Opus', { payloadType: 96 }],
  ['one with plain ends of lines', { rewrite: (offer) => offer.replaceAll('\r\n', '\n') }],
  [
    'one without addresses',
    { rewrite: (offer) => offer.replace(/a=(candidate|end-of-candidates).*\r\n/g, '') },
  ],
  [
    'one with names for addresses',
    { rewrite: (offer) => offer.replace(/(a=candidate:(\S+ ){4})\S+/g, '$11f4712db-ea17.local') },
  ],
  ['one without events', { hasData: false }],
])('an offer is answered and talked over: %s', async ([, browser]) => {
  const { came, heard, told } = await talk(browser);
  expect(new Set(came)).toEqual(new Set([browser.payloadType ?? 111]));
  expect(heard.length).toBeGreaterThan(0);
  if (browser.hasData !== false) await vi.waitFor(() => expect(told).toContain('open'));
});

test('who only listens is spoken to', async () => {
  const { came, heard } = await talk({ rewrite: (offer) => offer.replace('a=sendrecv', 'a=recvonly') });
  expect(came.length).toBeGreaterThan(0);
  expect(heard).toEqual([]);
});

test('a message without an end is noticed', async () => {
  const { own, peer, channel, told } = await talk({});
  await vi.waitFor(() => expect(told).toContain('open'));
  expect(peer.isOverrun()).toBe(false);
  // Past the page’s own limits, as no browser does.
  const sctp = own.sctpTransport?.sctp;
  void sctp?.send(channel?.id ?? 0, 51, Buffer.alloc(4 * 1024 * 1024, 'a')).catch(() => {});
  await vi.waitFor(() => expect(peer.isOverrun()).toBe(true), { timeout: 20_000, interval: 20 });
});
