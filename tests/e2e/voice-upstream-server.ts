import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createEncoder } from 'libopus-wasm';
import {
  MediaStreamTrack,
  type RTCDataChannel,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
} from 'werift';

/** The captions of the test server; its audio is a tone. */
export const upstreamWords = 'Hello from the other side.';
const frameMs = 20;
const toneHz = 440;

/** An OpenAI-compatible realtime endpoint on this machine: it accepts offers, answers them, and plays audio. */
export async function startUpstream() {
  const asked: { sdp: string; session: Record<string, unknown>; authorization: string }[] = [];
  const connections: RTCPeerConnection[] = [];
  const hungUp: string[] = [];
  const watched: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith('/hangup')) {
      hungUp.push(request.url);
      return void response.writeHead(200).end();
    }
    const form = await formOf(request);
    const sdp = String(form.get('sdp'));
    asked.push({
      sdp,
      session: JSON.parse(String(form.get('session'))),
      authorization: request.headers.authorization ?? '',
    });
    const { connection, answer } = await answerTo(sdp);
    connections.push(connection);
    response
      .writeHead(201, { 'content-type': 'application/sdp', location: `${request.url}/rtc_${asked.length}` })
      .end(answer);
  }).listen(0, '127.0.0.1');
  // A client that monitors a call keeps a WebSocket open for its duration; nothing is sent on it.
  server.on('upgrade', (request, socket) => {
    watched.push(request.url ?? '');
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on('error', () => socket.destroy());
  });
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/v1/realtime/calls`,
    asked,
    hungUp,
    watched,
    async stop() {
      server.closeAllConnections();
      server.close();
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

async function formOf(request: IncomingMessage) {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const type = String(request.headers['content-type']);
  return new Response(Buffer.concat(pieces), { headers: { 'content-type': type } }).formData();
}

async function answerTo(sdp: string) {
  const opus = new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 });
  const connection = new RTCPeerConnection({
    iceServers: [],
    codecs: { audio: [opus], video: [] },
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
  const track = new MediaStreamTrack({ kind: 'audio' });
  connection.onRemoteTransceiverAdded.subscribe((transceiver) => {
    transceiver.setDirection('sendrecv');
    void transceiver.sender.replaceTrack(track);
  });
  connection.onDataChannel.subscribe((channel) => void speak(channel, track, connection));
  await connection.setRemoteDescription({ type: 'offer', sdp });
  await connection.setLocalDescription(await connection.createAnswer());
  return { connection, answer: connection.localDescription?.sdp ?? '' };
}

/** Sends one answer as events of the realtime protocol, with two seconds of audio. */
async function speak(channel: RTCDataChannel, track: MediaStreamTrack, connection: RTCPeerConnection) {
  const sendEvent = (event: object) => channel.send(JSON.stringify(event));
  sendEvent({ type: 'session.created', session: { id: 'sess_1', type: 'realtime' } });
  sendEvent({ type: 'rate_limits.updated', rate_limits: [] });
  sendEvent({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } });
  sendEvent({ type: 'output_audio_buffer.started', response_id: 'resp_1' });
  sendEvent({ type: 'response.output_audio_transcript.delta', response_id: 'resp_1', delta: upstreamWords });
  const encoder = await createEncoder({ channels: 2 });
  const samples = new Float32Array(2 * 960);
  for (let frame = 0; frame < 100 && connection.connectionState !== 'closed'; frame += 1) {
    for (let at = 0; at < 960; at += 1) {
      const value = 0.3 * Math.sin((2 * Math.PI * toneHz * (frame * 960 + at)) / 48_000);
      samples[2 * at] = value;
      samples[2 * at + 1] = value;
    }
    const header = new RtpHeader({ payloadType: 111, sequenceNumber: frame, timestamp: frame * 960 });
    track.writeRtp(new RtpPacket(header, Buffer.from(encoder.encodeFloat(samples))));
    await new Promise((resolve) => setTimeout(resolve, frameMs));
  }
  encoder.free();
  sendEvent({
    type: 'response.output_audio_transcript.done',
    response_id: 'resp_1',
    transcript: upstreamWords,
  });
  sendEvent({ type: 'response.done', response: { id: 'resp_1', status: 'completed' } });
  sendEvent({ type: 'output_audio_buffer.stopped', response_id: 'resp_1' });
}
