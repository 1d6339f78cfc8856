import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, silentLog } from '#tests/database.ts';
import { addPerson, testKey } from '#tests/people.ts';
import { goodOffer } from '#tests/voice/good-offer.ts';
import { openVoiceService } from '#tests/voice/service.ts';
import type { ToChild } from './child.ts';

/** Loading the code takes a while on a busy machine. */
const startMs = 90_000;

test('a spare process stays unregistered, takes calls when its parent dies and ends when another one is there', async () => {
  const { url, database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const dataDir = await mkdtemp(join(tmpdir(), 'mingshi-voice-spare-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const service = await openVoiceService(database, { log: silentLog });
  onTestFinished(() => service.close());
  const person = await addPerson(database);
  const rowsOf = async (query: string) => (await database.pool.query(query)).rows;
  const parent = randomUUID();
  await database.pool.query(
    `insert into voice_processes (id, address, capacity, speech) values ($1, 'http://127.0.0.1:1', 10, '{"voices":[],"languages":[]}')`,
    [parent],
  );

  const spare = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
    env: { ...process.env, DATA_DIR: dataDir, SPEECH_BUILT_IN: '0', LOG_LEVEL: 'error' },
  });
  onTestFinished(() => void spare.kill('SIGKILL'));
  const ended = once(spare, 'exit');
  const key = testKey.toString('base64');
  const start = { databaseUrl: url, phoneKeys: [{ id: 'k1', key }], secretKey: key, spareOf: parent };
  spare.send({ start } satisfies ToChild);
  // The service is one process that can write answers, the spare becomes another.
  const writers = () => rowsOf('select from chat_processes where not is_ended');
  await vi.waitFor(async () => expect(await writers()).toHaveLength(2), startMs);
  expect(await rowsOf('select id from voice_processes')).toEqual([{ id: parent }]);

  // Breaks the IPC channel, as when the parent dies.
  spare.disconnect();
  await vi.waitFor(async () => expect(await rowsOf('select from voice_processes')).toHaveLength(2), startMs);
  expect(await rowsOf(`select id from voice_processes where seen_at = '-infinity'`)).toEqual([
    { id: parent },
  ]);
  expect((await service.offer(person, await goodOffer())).sdp).toContain('m=audio');

  await service.startProcess();
  // The spare takes no more calls, lets the unanswered call end, and exits.
  expect(await ended).toEqual([0, null]);
  expect(await rowsOf('select id from voice_processes where is_draining')).toEqual([]);
  expect(await rowsOf('select from voice_calls where ended_at is null')).toEqual([]);
}, 300_000);
