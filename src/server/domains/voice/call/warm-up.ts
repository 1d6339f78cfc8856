import { createDecoder, createEncoder } from 'libopus-wasm';
import { MediaStreamTrack } from 'werift';
import { newConnection, openPeer, type PeerConfig } from './peer.ts';

/** Longer than a handshake takes on a busy machine. */
const timeoutMs = 10_000;

/**
 * Makes one WebRTC handshake with itself, so that the certificate and all code are ready before the first
 * call.
 */
export async function warmUp(config: PeerConfig) {
  const own = newConnection(config);
  own.addTransceiver(new MediaStreamTrack({ kind: 'audio' }), { direction: 'sendrecv' });
  await own.setLocalDescription(await own.createOffer());
  const { promise, resolve } = Promise.withResolvers<void>();
  const peer = await openPeer(own.localDescription?.sdp ?? '', config, {
    connected: resolve,
    lost: resolve,
    packet() {},
    open() {},
    message() {},
  });
  await own.setRemoteDescription({ type: 'answer', sdp: peer.answer });
  const timer = setTimeout(resolve, timeoutMs);
  await promise;
  clearTimeout(timer);
  await Promise.all([own.close(), peer.close()]);
  for (const codec of [await createEncoder({ channels: 1 }), await createDecoder({ channels: 1 })])
    codec.free();
}
