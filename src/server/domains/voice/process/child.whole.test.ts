import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, silentLog } from '#tests/database.ts';
import { addPerson, testKey } from '#tests/people.ts';
import { callVoice } from '#tests/voice/client.ts';
import { openVoiceService } from '#tests/voice/service.ts';
import { startVoiceChild } from './child.ts';

/** Loading the code takes a while on a busy machine. */
const startMs = 90_000;

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a killed voice process is restarted and takes calls, and a stopped one is not restarted', async () => {
  const { url, database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const dataDir = await mkdtemp(join(tmpdir(), 'mingshi-voice-child-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  // The child reads the environment as in production; it needs no speech services here.
  for (const [name, value] of Object.entries({ DATA_DIR: dataDir, SPEECH_BUILT_IN: '0', LOG_LEVEL: 'error' }))
    vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const keys = { phone: [{ id: 'k1', key: testKey }], secret: testKey };
  const child = startVoiceChild({ databaseUrl: url, keys, log: silentLog });
  onTestFinished(() => child.stop());
  const registered = async () =>
    (await database.pool.query<{ id: string }>('select id from voice_processes')).rows.map(({ id }) => id);
  const [first] = await vi.waitFor(async () => {
    const ids = await registered();
    expect(ids).toHaveLength(1);
    return ids;
  }, startMs);

  const killed = child.pid() as number;
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(async () => expect((await registered()).some((id) => id !== first)).toBe(true), startMs);
  const started = child.pid() as number;
  expect(started).not.toBe(killed);
  expect(isRunning(killed)).toBe(false);

  const service = await openVoiceService(database, { log: silentLog });
  onTestFinished(() => service.close());
  const person = await addPerson(database);
  // Until the heartbeat of the dead process has expired, a call may still be handed to it.
  const client = await vi.waitFor(
    () =>
      callVoice(async (sdp) => {
        const { sdp: answer, envelope } = await service.offer(person, sdp);
        if (envelope) throw new Error(envelope.message);
        return answer;
      }),
    { timeout: startMs, interval: 500 },
  );
  onTestFinished(() => client.close());
  const { session } = await client.until('session.created');
  const { rows } = await database.pool.query('select process_id from voice_calls where id = $1', [
    session.call_id,
  ]);
  expect(rows).not.toEqual([{ process_id: first }]);

  await child.stop();
  await vi.waitFor(() => expect(isRunning(started)).toBe(false));
  expect(child.pid()).toBe(started);
}, 300_000);
