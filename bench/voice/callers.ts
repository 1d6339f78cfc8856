/** Concurrent callers in a separate process: their speech is encoded beforehand, received audio is not decoded. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { raiseAudioPriority } from '../../src/server/domains/voice/process/sound-first.ts';
import { callVoice } from '../../tests/voice/client.ts';

/** `listenMs`: callers hang up after listening for this long; without it they listen to the end of the answer. */
export type CallersRequest = { origin: string; userIds: number[]; packets: string[]; listenMs?: number };
export type CallersReport = { gaps: number[]; answered: number; callSeconds: number; cpuSeconds: number };

// Audio gets priority: each caller stands for a person with a machine of their own.
raiseAudioPriority();

process.on('message', async ({ origin, userIds, packets, listenMs }: CallersRequest) => {
  const speech = packets.map((packet) => Buffer.from(packet, 'base64'));
  const before = process.cpuUsage();
  const all = await Promise.all(userIds.map((id) => makeCall(origin, id, speech, listenMs)));
  const { user, system } = process.cpuUsage(before);
  process.send?.({
    gaps: all.flatMap(({ gaps }) => gaps),
    answered: all.reduce((sum, { answered }) => sum + answered, 0),
    callSeconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    cpuSeconds: (user + system) / 1e6,
  } satisfies CallersReport);
});

async function makeCall(origin: string, userId: number, speech: Uint8Array[], listenMs: number | undefined) {
  const client = await callVoice(
    async (sdp) => {
      const response = await fetch(`${origin}/api_ai_jp/realtime/answer_sdp?end_silence_ms=480`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', 'x-caller': JSON.stringify({ id: userId, face: 'ai' }) },
        body: sdp,
      });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text;
    },
    { hears: false },
  );
  const gaps: number[] = [];
  let answered = 0;
  let seconds = 0;
  try {
    await client.until('session.created');
    const createdAt = performance.now();
    const from = client.events.length;
    await client.say(speech);
    // Asks for a long answer, so that there is enough audio for gaps to show.
    client.send({ type: 'conversation.item.create', text: 'Solve 2x + 5 = 13', client_key: randomUUID() });
    const started = await client.until('output_audio_buffer.started', { from });
    const id = started.response_id;
    const ended = await Promise.race([
      client.until('response.done', { from, where: ({ response_id }) => response_id === id }),
      ...(listenMs === undefined ? [] : [sleep(listenMs).then(() => ({ receivedAt: performance.now() }))]),
    ]);
    const times = client.heard
      .map(({ at }) => at)
      .filter((at) => at >= started.receivedAt && at <= ended.receivedAt);
    gaps.push(Math.max(0, ...times.slice(1).map((at, i) => at - (times[i] as number))));
    if (times.length > 0) answered += 1;
    client.send({ type: 'session.end' });
    await client.until('session.closed', { within: 10_000 });
    seconds = (performance.now() - createdAt) / 1000;
  } finally {
    await client.close();
  }
  return { gaps, answered, seconds };
}
