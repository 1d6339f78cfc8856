import { createDecoder } from 'libopus-wasm';
import { createJitter, type InOrder } from '#engine/speech/jitter.ts';
import { createListener, type Heard } from '#engine/speech/listener.ts';
import { heardRate } from '#engine/speech/sample-rates.ts';
import type { SpeechStream } from '#engine/speech/silero.ts';
import type { TurnSettings } from '#engine/speech/turns.ts';

const frameSamples = heardRate / 50;
/**
 * A browser that sends nothing while nobody speaks: after so many looks in which nothing came, silence is filled in, else a
 * turn would never end. Looks rather than time: what this process is late to read was sent in time.
 */
const silentLooks = 10;
const mostConcealed = 5;
/** Ten seconds that wait to be heard: further on, this machine is too slow and what comes is dropped. */
const mostWaiting = 500;
const rtpPerMs = 48;
/** A jump in the sender's own time that is no pause: it began anew. */
const longestJumpMs = 10_000;

type Packet = { payload: Uint8Array; timestamp: number };

type Options = {
  stream: SpeechStream;
  settings: Partial<TurnSettings>;
  /** Milliseconds since the call began. */
  now: () => number;
  heard: (signals: Heard[]) => void;
  failed: (error: unknown) => void;
};

/** Packets in any order in, turns out. */
export async function openEars({ stream, settings, now, heard, failed }: Options) {
  const decoder = await createDecoder({ channels: 1, sampleRate: heardRate });
  const jitter = createJitter<Packet>();
  const listener = createListener(stream, settings);
  let isMuted = false;
  let isClosed = false;
  let waiting = 0;
  /** Up to when sound was heard, by the call's clock. */
  let upToMs = 0;
  /** Where the sender's time stands by the call's clock: the sender says when it was said, not when it arrived. */
  let anchor: { timestamp: number; ms: number } | undefined;
  let looks = 0;
  let lookedAtMs = 0;
  /** Of the packet before: one that did not come was as long. */
  let packetSamples = frameSamples;

  function listen(samples: Float32Array, sentMs = upToMs) {
    if (waiting >= mostWaiting) return;
    const beginMs = Math.max(upToMs, sentMs);
    upToMs = beginMs + (samples.length / heardRate) * 1000;
    waiting += 1;
    listener
      .push(isMuted ? new Float32Array(samples.length) : samples, beginMs)
      .then(told)
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

  function take(packets: InOrder<Packet>[]) {
    for (const one of packets) {
      if (one.type === 'packet') listen(decoded(one.packet.payload), sentAt(one.packet.timestamp));
      else for (let i = 0; i < Math.min(one.count, mostConcealed); i += 1) listen(concealed());
    }
  }
  /** What is no Opus is like what did not come. */
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

  const told = (signals: Heard[]) => {
    if (!isClosed && signals.length > 0) heard(signals);
  };

  return {
    packet(sequence: number, packet: Packet) {
      looks = 0;
      if (!isClosed && packet.payload.length > 0) take(jitter.push(sequence, packet, now()));
    },
    /** By the clock, fifty times a second. */
    tick() {
      if (isClosed) return;
      take(jitter.poll(now()));
      if (now() - lookedAtMs < 10) return;
      lookedAtMs = now();
      looks += 1;
      if (looks > silentLooks) listen(new Float32Array(frameSamples));
    },
    begin: () => told(listener.begin(upToMs)),
    commit: () => told(listener.commit()),
    tutor: (speaks: boolean) => told(listener.tutor(speaks)),
    recognised: (...given: Parameters<typeof listener.heard>) => told(listener.heard(...given)),
    update({
      isMuted: muted = isMuted,
      ...rest
    }: Parameters<typeof listener.update>[0] & { isMuted?: boolean }) {
      isMuted = muted;
      told(listener.update(rest));
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      decoder.free();
    },
  };
}
