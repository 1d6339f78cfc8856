import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openChat } from '#server/domains/chat/chat.ts';
import { openEraserTools } from '#server/domains/eraser/tools.ts';
import { openBank } from '#server/domains/practice/bank.ts';
import { createQuota } from '#server/domains/quota/quota.ts';
import { openVoiceProcess } from '#server/domains/voice/process/voice-process.ts';
import { voiceRoutes } from '#server/domains/voice/routes.ts';
import { openVoice } from '#server/domains/voice/voice.ts';
import { readConfig } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/db.ts';
import { localFiles } from '#server/ground/files/files.ts';
import { type Person, signedIn } from '../callers.ts';
import { createDomainApp } from '../domain-app.ts';
import { testKey } from '../people.ts';

/** Both parts of the voice tutor on one database: the routes of a web process, and voice processes. */
export async function openVoiceService(
  database: Database,
  { environment = {}, log }: { environment?: Record<string, string>; log: Logger },
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mingshi-voice-'));
  const config = readConfig({ DATA_DIR: dataDir, ...environment });
  const keys = { phone: [{ id: 'k1', key: testKey }], secret: testKey };
  const files = await localFiles(join(dataDir, 'files'));
  const eraserTools = await openEraserTools(config);
  const quota = createQuota(config.quota);
  const chat = await openChat({ config, keys, database, files, eraserTools, quota, bank: openBank(), log });
  const voice = openVoice({ config, keys, database, quota, chat, log });
  const app = await createDomainApp(async (api) => {
    await api.register(voiceRoutes, { voice });
  });
  const processes: Awaited<ReturnType<typeof openVoiceProcess>>[] = [];

  return {
    config,
    quota,
    app,
    async startProcess() {
      const made = await openVoiceProcess({ config, keys, database, files, eraserTools, log });
      processes.push(made);
      return made;
    },
    /** Posts an SDP offer; returns the SDP answer, or the envelope that refuses it. */
    async offer(caller: Person, sdp: string, query: Record<string, string> = {}, type = 'text/plain') {
      const response = await app.inject({
        method: 'POST',
        url: `/api_ai_jp/realtime/answer_sdp?${new URLSearchParams(query)}`,
        headers: { 'content-type': type, ...signedIn({ face: 'ai', ...caller }) },
        payload: sdp,
      });
      const isText = response.headers['content-type']?.toString().startsWith('text/plain');
      return {
        status: response.statusCode,
        sdp: isText ? response.body : '',
        envelope: isText ? null : response.json(),
      };
    },
    async close() {
      await Promise.all(processes.map((one) => one.close({ grace: 0 })));
      await app.close();
      await voice.close();
      await chat.close();
      await eraserTools.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type VoiceService = Awaited<ReturnType<typeof openVoiceService>>;
