import { createDecoder, createEncoder } from 'libopus-wasm';
import { MediaStreamTrack } from 'werift';
import { newConnection, openPeer, type PeerConfig } from './peer.ts';

/** Longer than a handshake takes on a busy machine. */
const patienceMs = 10_000;

/** One handshake with itself: the certificate is made and all code is read before anybody waits for it. */
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
  const impatience = setTimeout(resolve, patienceMs);
  await promise;
  clearTimeout(impatience);
  await Promise.all([own.close(), peer.close()]);
  for (const codec of [await createEncoder({ channels: 1 }), await createDecoder({ channels: 1 })])
    codec.free();
}
