/**
 * How fast the web is: a table of figures with their targets. Exits with 1 when a target is missed.
 * `node bench/web.ts` after a build; `node bench/web.ts api cpu` measures these figures only.
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

const figures = {
  js: measureJavaScript,
  conversation: measureConversation,
  cpu: measureCpu,
  ssr: measurePages,
  api: measureApi,
  lighthouse: measureLighthouse,
};
type FigureName = keyof typeof figures;

const names = Object.keys(figures) as FigureName[];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name as FigureName));
if (unknown.length > 0) {
  console.error(`There is no figure ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  process.exit(2);
}

const place = await mkdtemp(join(tmpdir(), 'mingshi-bench-'));
// For root's PostgreSQL, which runs as another user.
await chmod(place, 0o711);
const servers = openServers(place);
const rows: Row[] = [];
try {
  for (const name of names) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const begun = Date.now();
    rows.push(...(await figures[name](servers)));
    console.error(`measured ${name} in ${Math.round((Date.now() - begun) / 1000)} s`);
  }
} finally {
  await servers.stop();
  await rm(place, { recursive: true, force: true });
}
printTable(rows);
process.exitCode = missed(rows) ? 1 : 0;
