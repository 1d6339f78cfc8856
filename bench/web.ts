/**
 * How fast the web app is: a table of metrics with their targets. Exits with 1 if a target is missed.
 * `node bench/web.ts` after a build; `node bench/web.ts api cpu` measures only these parts.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missed, printTable, type Row } from './tools/table.ts';
import { measureApi } from './web/api.ts';
import { measureConversation } from './web/conversation.ts';
import { measureCpu } from './web/cpu.ts';
import { measureJavaScript } from './web/javascript.ts';
import { measureLighthouse } from './web/lighthouse.ts';
import { measurePages } from './web/pages.ts';
import { openServers } from './web/servers.ts';

const measurements = {
  js: measureJavaScript,
  conversation: measureConversation,
  cpu: measureCpu,
  ssr: measurePages,
  api: measureApi,
  lighthouse: measureLighthouse,
};
type MeasurementName = keyof typeof measurements;

const names = Object.keys(measurements) as MeasurementName[];
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !names.includes(name as MeasurementName));
if (unknown.length > 0) {
  console.error(`There is no figure ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), 'mingshi-bench-'));
// When run as root, PostgreSQL runs as another user and must enter the folder.
await chmod(folder, 0o711);
const servers = openServers(folder);
const rows: Row[] = [];
try {
  for (const name of names) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    const startedAt = Date.now();
    rows.push(...(await measurements[name](servers)));
    console.error(`measured ${name} in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }
} finally {
  await servers.stop();
  await rm(folder, { recursive: true, force: true });
}
printTable(rows);
process.exitCode = missed(rows) ? 1 : 0;
