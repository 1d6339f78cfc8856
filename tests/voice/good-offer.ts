import { MediaStreamTrack } from 'werift';
import { newConnection } from '#server/domains/voice/call/peer.ts';
import { eventsChannel } from '#shared/voice/events.ts';

/** A valid SDP offer like that of the web page. */
export async function goodOffer(): Promise<string> {
  const connection = newConnection({ publicIp: undefined, udpPorts: undefined, isLocal: true });
  connection.addTransceiver(new MediaStreamTrack({ kind: 'audio' }), { direction: 'sendrecv' });
  connection.createDataChannel(eventsChannel);
  await connection.setLocalDescription(await connection.createOffer());
  const offer = connection.localDescription?.sdp ?? '';
  await connection.close();
  return offer;
}

export const openSockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'UDPWrap').length;
