import { createDecoder } from 'libopus-wasm';
import { createJitterBuffer, type JitterOutput } from '#engine/speech/jitter.ts';
import { createListener, type ListenerSignal } from '#engine/speech/listener.ts';
import { recognitionRate } from '#engine/speech/sample-rates.ts';
import type { SpeechStream } from '#engine/speech/silero.ts';
import type { TurnSettings } from '#engine/speech/turns.ts';

const frameSamples = recognitionRate / 50;
/**
 * A browser may send nothing in silence (DTX): after this many ticks without a packet, silence is filled in
 * so that a turn can end. Counted in ticks, not in time: packets that this process reads late were sent in
 * time.
 */
const maxEmptyTicks = 10;
const maxConcealed = 5;
/** Ten seconds of audio waiting for detection: beyond that this machine is too slow and audio is dropped. */
const maxWaiting = 500;
const rtpPerMs = 48;
/** A larger jump of the RTP timestamp is not a pause: the sender restarted. */
const longestJumpMs = 10_000;

type Packet = { payload: Uint8Array; timestamp: number };

type Options = {
  stream: SpeechStream;
  settings: Partial<TurnSettings>;
  /** Milliseconds since the call began. */
  now: () => number;
  heard: (signals: ListenerSignal[]) => void;
  failed: (error: unknown) => void;
};

/** RTP packets in any order in, turns of speech out. */
export async function openAudioInput({ stream, settings, now, heard, failed }: Options) {
  const decoder = await createDecoder({ channels: 1, sampleRate: recognitionRate });
  const jitter = createJitterBuffer<Packet>();
  const listener = createListener(stream, settings);
  let isMuted = false;
  let isClosed = false;
  let waiting = 0;
  /** Time up to which audio was received, by the clock of the call. */
  let upToMs = 0;
  /** Maps RTP timestamps to the clock of the call: they say when audio was recorded, not when it arrived. */
  let anchor: { timestamp: number; ms: number } | undefined;
  let emptyTicks = 0;
  let lastTickMs = 0;
  /** Length of the previous packet; a lost packet is taken to be as long. */
  let packetSamples = frameSamples;

  function feedListener(samples: Float32Array, sentMs = upToMs) {
    if (waiting >= maxWaiting) return;
    const beginMs = Math.max(upToMs, sentMs);
    upToMs = beginMs + (samples.length / recognitionRate) * 1000;
    waiting += 1;
    listener
      .push(isMuted ? new Float32Array(samples.length) : samples, beginMs)
      .then(forward)
      .catch(failed)
      .finally(() => {
        waiting -= 1;
      });
  }

  function sentAt(timestamp: number) {
    const since = anchor && ((timestamp - anchor.timestamp) | 0) / rtpPerMs + anchor.ms;
    if (since !== undefined && Math.abs(since - upToMs) < longestJumpMs) return since;
    anchor = { timestamp, ms: Math.max(upToMs, now()) };
    return anchor.ms;
  }

  function decodePackets(packets: JitterOutput<Packet>[]) {
    for (const one of packets) {
      if (one.type === 'packet') feedListener(decoded(one.packet.payload), sentAt(one.packet.timestamp));
      else for (let i = 0; i < Math.min(one.count, maxConcealed); i += 1) feedListener(concealed());
    }
  }
  /** A packet that cannot be decoded counts as lost. */
  function decoded(packet: Uint8Array) {
    try {
      const samples = decoder.decodeFloat(packet);
      packetSamples = samples.length;
      return samples;
    } catch {
      return concealed();
    }
  }
  const concealed = () => decoder.decodePacketLossFloat(packetSamples);

  const forward = (signals: ListenerSignal[]) => {
    if (!isClosed && signals.length > 0) heard(signals);
  };

  return {
    packet(sequence: number, packet: Packet) {
      emptyTicks = 0;
      if (!isClosed && packet.payload.length > 0) decodePackets(jitter.push(sequence, packet, now()));
    },
    /** Called fifty times a second. */
    tick() {
      if (isClosed) return;
      decodePackets(jitter.poll(now()));
      if (now() - lastTickMs < 10) return;
      lastTickMs = now();
      emptyTicks += 1;
      if (emptyTicks > maxEmptyTicks) feedListener(new Float32Array(frameSamples));
    },
    begin: () => forward(listener.begin(upToMs)),
    commit: () => forward(listener.commit()),
    tutor: (speaks: boolean) => forward(listener.tutor(speaks)),
    recognised: (...args: Parameters<typeof listener.heard>) => forward(listener.heard(...args)),
    update({
      isMuted: muted = isMuted,
      ...rest
    }: Parameters<typeof listener.update>[0] & { isMuted?: boolean }) {
      isMuted = muted;
      forward(listener.update(rest));
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      decoder.free();
    },
  };
}
