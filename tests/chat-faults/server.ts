import { join } from 'node:path';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db.ts';
import { openEraserTools } from '#server/eraser/tools.ts';
import { answerUnknownCalls } from '#server/error-handler.ts';
import { localFiles } from '#server/files.ts';
import { loadKeys } from '#server/keys.ts';
import { identifyByHeader } from '../registrations.ts';

// The product's API without its pages, where people are whoever they say: a process of its own, that may be killed.
const config = readConfig(process.env);
const log = pino({ level: config.logLevel });
const database = openDatabase(config.databaseUrl ?? '', { log, directUrl: config.databaseDirectUrl });
const files = await localFiles(join(config.dataDir, 'files'));
const eraserTools = await openEraserTools(config);
const parts = { config, keys: await loadKeys(config), database, files, eraserTools, log };
const app = await buildApp(parts, async (made) => answerUnknownCalls(made));
identifyByHeader(app);
console.log(`明師 Mingshi  ${await app.listen({ host: '127.0.0.1', port: config.port })}`);
process.on('SIGTERM', async () => {
  await app.close();
  await eraserTools.close();
  await database.close();
  process.exit(0);
});
