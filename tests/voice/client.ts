import { createDecoder, createEncoder } from 'libopus-wasm';
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift';
import { rms } from '#engine/speech/loudness.ts';
import { openEspeak } from '#server/domains/voice/speech/espeak.ts';
import { type ClientEvent, eventsChannel, type ServerEvent } from '#shared/voice/events.ts';

const frameSamples = 960;
/** Long enough for an event to arrive even on a busy machine. */
const timeoutMs = 90_000;

/** Speech synthesised by espeak-ng, as Opus packets of 20 ms. */
export async function speechPackets(text: string, voice = 'espeak-en-gb'): Promise<Uint8Array[]> {
  const espeak = await openEspeak();
  if (!espeak) throw new Error('espeak-ng is needed for this');
  const pieces: Float32Array[] = [];
  for await (const piece of espeak.speak(text, voice, AbortSignal.timeout(20_000))) pieces.push(piece);
  await espeak.close();
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return packetsOf(all);
}

async function packetsOf(samples: Float32Array): Promise<Uint8Array[]> {
  const encoder = await createEncoder({ channels: 1, sampleRate: 48_000, bitrate: 32_000 });
  const packets: Uint8Array[] = [];
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples)
    packets.push(Uint8Array.from(encoder.encodeFloat(samples.slice(at, at + frameSamples))));
  encoder.free();
  return packets;
}

export type VoiceClient = Awaited<ReturnType<typeof callVoice>>;
type Arrived<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }> & { receivedAt: number };
type Filter<T extends ServerEvent['type']> = { from?: number; where?: (event: Arrived<T>) => boolean };

/** A WebRTC client like the web page: audio both ways and a data channel for events. It sends silence too. */
export async function callVoice(answerOf: (offer: string) => Promise<string>, { hears = true } = {}) {
  const connection = new RTCPeerConnection({
    iceServers: [],
    bundlePolicy: 'max-bundle',
    codecs: {
      audio: [
        new RTCRtpCodecParameters({
          mimeType: 'audio/opus',
          clockRate: 48_000,
          channels: 2,
          payloadType: 111,
        }),
      ],
    },
    iceUseTcp: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
  const events: (ServerEvent & { receivedAt: number })[] = [];
  const watchers = new Set<() => void>();
  const heard: { at: number; rms: number }[] = [];
  const decoder = await createDecoder({ channels: 1, sampleRate: 48_000 });
  const [silence] = await packetsOf(new Float32Array(frameSamples));
  const track = new MediaStreamTrack({ kind: 'audio' });
  connection.addTransceiver(track, { direction: 'sendrecv' });
  const channel = connection.createDataChannel(eventsChannel);
  channel.onMessage.subscribe((data) => {
    events.push({ ...JSON.parse(String(data)), receivedAt: performance.now() });
    for (const watch of watchers) watch();
  });
  connection.onTrack.subscribe((remote) =>
    remote.onReceiveRtp.subscribe(({ payload }) => {
      heard.push({ at: performance.now(), rms: hears && !isClosed ? rms(decoder.decodeFloat(payload)) : 1 });
    }),
  );

  let queue: Uint8Array[] = [];
  let spoken: (() => void) | undefined;
  let isSending = true;
  const beganAt = performance.now();
  let sequence = 0;
  const sending = setInterval(() => {
    while (performance.now() - beganAt >= sequence * 20) {
      const packet = queue.shift() ?? (silence as Uint8Array);
      const header = new RtpHeader({
        payloadType: 111,
        sequenceNumber: sequence & 0xffff,
        timestamp: (sequence * frameSamples) >>> 0,
      });
      if (isSending && !isClosed) track.writeRtp(new RtpPacket(header, Buffer.from(packet)));
      sequence += 1;
      if (queue.length === 0) {
        spoken?.();
        spoken = undefined;
      }
    }
  }, 5);

  let isClosed = false;
  async function close() {
    if (isClosed) return;
    isClosed = true;
    clearInterval(sending);
    await connection.close();
    decoder.free();
  }
  try {
    await connection.setLocalDescription(await connection.createOffer());
    await connection.setRemoteDescription({
      type: 'answer',
      sdp: await answerOf(connection.localDescription?.sdp ?? ''),
    });
  } catch (error) {
    await close();
    throw error;
  }

  /** The first received event of this type at or after index `from`, if any. */
  const eventOf = <T extends ServerEvent['type']>(
    type: T,
    { from = 0, where = () => true }: Filter<T> = {},
  ): Arrived<T> | undefined =>
    events
      .slice(from)
      .find((event): event is Arrived<T> => event.type === type && where(event as Arrived<T>));

  return {
    events,
    eventOf,
    heard,
    close,
    /** Sends the packets as speech; resolves when the last one was sent. */
    say: (packets: readonly Uint8Array[]) =>
      new Promise<number>((resolve) => {
        queue = [...packets];
        spoken = () => resolve(performance.now());
      }),
    /** Stops sending packets, as if the network were down. */
    cut() {
      isSending = false;
    },
    send: (event: ClientEvent) => channel.send(JSON.stringify(event)),
    sendText: (text: string) => channel.send(text),
    /** Like `eventOf`, but waits for the event. */
    async until<T extends ServerEvent['type']>(
      type: T,
      { within = timeoutMs, ...filter }: Filter<T> & { within?: number } = {},
    ): Promise<Arrived<T>> {
      const found = eventOf(type, filter);
      if (found) return found;
      return new Promise((resolve, reject) => {
        const watch = () => {
          const now = eventOf(type, filter);
          if (!now) return;
          watchers.delete(watch);
          clearTimeout(timer);
          resolve(now);
        };
        const timer = setTimeout(() => {
          watchers.delete(watch);
          reject(
            new Error(
              `no ${type} within ${within} ms; came: ${events.map((event) => event.type).join(', ')}`,
            ),
          );
        }, within);
        watchers.add(watch);
      });
    },
  };
}
