import { join } from 'node:path';
import pino from 'pino';
import { openEraserTools } from '#server/domains/eraser/tools.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { loadKeys } from '#server/ground/config/keys.ts';
import { openDatabase } from '#server/ground/db/db.ts';
import { localFiles } from '#server/ground/files/files.ts';
import { answerUnknownCalls } from '#server/ground/http/error-handler.ts';
import { buildApp } from '#server/wiring/app.ts';
import { acceptCallerHeader } from '../callers.ts';

// The product's API without its pages, in its own process that a test may kill. It accepts the x-caller
// header as a sign-in.
const config = readConfig(process.env);
const log = pino({ level: config.logLevel });
const database = openDatabase(config.databaseUrl ?? '', { log, directUrl: config.databaseDirectUrl });
const files = await localFiles(join(config.dataDir, 'files'));
const eraserTools = await openEraserTools(config);
const parts = { config, keys: await loadKeys(config), database, files, eraserTools, log };
const app = await buildApp(parts, async (made) => answerUnknownCalls(made));
acceptCallerHeader(app);
console.log(`明師 Mingshi  ${await app.listen({ host: '127.0.0.1', port: config.port })}`);
process.on('SIGTERM', async () => {
  await app.close();
  await eraserTools.close();
  await database.close();
  process.exit(0);
});
