/**
 * Whether a number, a name or an address shows where it must not: people of every role plant their own in every
 * field of every call that takes words, then everybody reads every page, call, stream, export and file, and the
 * server's logs, traces, metrics, push messages and mails are read too. Exits with 1 if one is found where
 * `leaks/rules.ts` does not allow it, if a field was not reached, or if a call answered nobody. Needs a build
 * (`npm run build`). `npm run bench -- leaks 7` uses another seed; `leaks 1 'operator|student'` reads as these roles
 * only, which is quicker.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningPostgresUrl } from '../src/server/ground/postgres/postgres.ts';
import { startOtlpPeer } from '../tests/otlp-peer.ts';
import { openPushPeer } from '../tests/push-peer.ts';
import { openSmtpPeer, peerAuthority } from '../tests/smtp-peer.ts';
import {
  callsToRead,
  filesToRead,
  listen,
  pagesToRead,
  type Reading,
  readAll,
  textOf,
} from './leaks/crawl.ts';
import { allCalls, writableFields } from './leaks/fields.ts';
import { doLastDeeds } from './leaks/last-deeds.ts';
import { callLeftovers, plantLeftovers, reasonNotKept } from './leaks/leftovers.ts';
import { createMarkers, type Kind, kinds, sentences } from './leaks/markers.ts';
import { createPlanter, type Person } from './leaks/plant.ts';
import { createRules, type Reader } from './leaks/rules.ts';
import { buildTown } from './leaks/town.ts';
import { type Answer, createBrowser } from './tools/browser.ts';
import { inFolder, startServer } from './tools/server.ts';
import { atLeast, atMost, missed, printTable } from './tools/table.ts';

/** Calls that this bench cannot have answered, each with the reason; what is sent to them is looked for all the same. */
const notMade: ReadonlyMap<string, string> = new Map([
  ['GET /api/users/logout', 'ends the session of whoever reads'],
  ['POST /api_ai_jp/realtime/answer_sdp', 'answers only the offer of a browser that makes a call'],
]);
const mailEventsSecret = 'of-the-mail-service-alone';
const seed = Number(process.argv[2] ?? 1);
const rolesToRead = new RegExp(process.argv[3] ?? '');
const began = performance.now();
const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;

const calls = await allCalls();
const markers = createMarkers(seed);
const tasted = createMarkers(seed).mint('', '');
const tastes = kinds.flatMap((kind) => sentences(tasted, [kind]));
const templates = [...calls.keys()].map((key) => ({
  key,
  pattern: new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));
/** The call of the contract that a request made; its path where the contract has none. */
function keyOf(method: string, path: string): string {
  const request = `${method} ${path.replace(/\?.*/, '')}`;
  return templates.find(({ pattern }) => pattern.test(request))?.key ?? request;
}
const fields = writableFields(calls, ({ accepts }) => tastes.some(accepts));

await inFolder(async (dataDir) => {
  const [otlp, push, mails] = [await startOtlpPeer(), await openPushPeer(), await openSmtpPeer()];
  const metricsPort = await freePort();
  let log = '';
  const server = startServer(
    dataDir,
    {
      LOG_LEVEL: 'debug',
      TRUST_PROXY: '1',
      SMS_FREE_RATE: '1000000',
      PUSH_ANYWHERE: '1',
      PUSH_CONTACT: 'mailto:bench@mingshi.example',
      MAIL_URL: `smtp://localhost:${mails.port}?ca=${peerAuthority}`,
      MAIL_FROM: 'bench@mingshi.example',
      MAIL_EVENTS_SECRET: mailEventsSecret,
      AI_BUILT_IN_WRITING_MS: '0',
      QUOTA_FREE: 'paper=100,assistant=1000,voice=1000',
      METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    },
    undefined,
    (text) => {
      log += text;
    },
  );
  const address = await server.address;
  console.error(`started after ${seconds()}`);
  const planter = createPlanter(fields, markers);
  // What writing answers is read too, once it is known who may see what.
  const answers: { role: string; place: string; answer: Answer }[] = [];
  const newBrowser = (role: string, userAgent?: string) =>
    createBrowser(
      () => address,
      userAgent,
      (method, path, answer) => {
        if (method !== 'GET') answers.push({ role, place: keyOf(method, path), answer });
      },
    );
  const visitor: Person = { role: 'visitor', browser: newBrowser('visitor'), id: 0, isOperator: false };
  const databaseUrl = await runningPostgresUrl(dataDir);
  const town = await buildTown(planter, calls, { address, databaseUrl, push, mails, newBrowser });
  console.error(`the town stands after ${seconds()}`);

  const mayRead = createRules(town.ties);
  const leaks = new Map<string, Leak>();
  const seenRightly = new Set<string>();
  const statuses = { read: 0, refused: 0, failed: 0 };
  const answered = new Set<string>();
  function judge(place: string, reader: Reader, text: string) {
    for (const marker of markers.findIn(text)) {
      const { field, kind } = marker;
      if (mayRead(reader, marker, place)) {
        seenRightly.add(field);
        continue;
      }
      const name = `${field} ${kind} ${place}`;
      const leak = leaks.get(name) ?? { field, kind, place, roles: new Set() };
      leaks.set(name, leak);
      if (reader !== 'log') leak.roles.add(reader.role);
    }
  }
  function take({ place, reader, text, status, code }: Reading) {
    statuses.read += 1;
    if (status === 429) statuses.refused += 1;
    if (status >= 500) {
      statuses.failed += 1;
      console.error(`${status}: ${place} (${reader.role}) ${text.slice(0, 200)}`);
    }
    if (code === 0 || (code === undefined && status < 400)) answered.add(place);
    judge(place, reader, text);
  }

  const readers = [visitor, ...town.people];
  const streams = readers.map((reader) => listen(reader, calls, town));
  await plantLeftovers(planter, fields, calls, town, visitor);
  console.error(`leftover fields are planted after ${seconds()}`);
  for (const end of streams) for (const reading of await end()) take(reading);
  const takeAnswers = async () => {
    for (const { role, place, answer } of answers.splice(0)) {
      const reader = readers.find((one) => one.role === role) as Person;
      take({ place, reader, text: await textOf(answer), status: answer.status, code: answer.code });
    }
  };
  await takeAnswers();

  const addresses = [...callsToRead(calls, town), ...filesToRead(town), ...pagesToRead(town)];
  const waiting = readers.filter(({ role }) => rolesToRead.test(role));
  const readNext = async (): Promise<void> => {
    const reader = waiting.shift();
    if (!reader) return;
    await readAll(reader, addresses, take);
    await readNext();
  };
  await Promise.all([readNext(), readNext(), readNext()]);
  console.error(`everything is read after ${seconds()}`);
  const leave = await doLastDeeds(town, calls, newBrowser);
  await followMails(visitor, mails, take);
  await takeAnswers();
  const unanswered = [...calls.keys()].filter((key) => !key.startsWith('GET ') && !answered.has(key));
  await callLeftovers(planter, unanswered, calls, town, visitor);
  await leave();
  await takeAnswers();
  console.error(`leftover calls are made after ${seconds()}`);

  // Jobs that push and send have run by now; traces leave the process in batches.
  await sleep(2_000);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  judge('metrics', 'log', metrics);
  await server.kill('SIGTERM');
  judge('log of the server', 'log', log);
  for (const file of await logFiles(dataDir)) judge(`log file ${file.name}`, 'log', file.text);
  for (const { body } of otlp.received) judge('traces', 'log', body);
  for (const { payload } of push.deliveries) judge('push messages', 'log', JSON.stringify(payload));
  await otlp.close();
  for (const [at, { to }] of mails.taken.entries()) {
    const { subject = '', text = '', html = '' } = await mails.read(at);
    judge('mails', town.emails.get(to[0] ?? '') ?? 'log', [subject, text, html].join('\n'));
  }
  await push.close();
  await mails.close();

  report({
    planter,
    leaks,
    seenRightly,
    readers: readers.length,
    statuses,
    answered,
    log,
    pushes: push.deliveries.length,
    mails: mails.taken.length,
  });
});

/** The link at the end of a mail is followed, and the mail service reports that its owner called it spam. */
async function followMails(
  visitor: Person,
  mails: Awaited<ReturnType<typeof openSmtpPeer>>,
  take: (reading: Reading) => void,
) {
  const { token, email } = await unsubscribeLink(mails);
  const place = 'GET /api/email/subscription';
  await readAll(visitor, [{ place, path: `${place.slice(4)}?token=${token}` }], take);
  const { browser } = visitor;
  await browser.call('POST', `/api/email/unsubscribe?token=${token}`);
  await browser.send('POST', '/api/email/events', {
    body: { events: [{ type: 'complaint', email, at: new Date().toISOString() }] },
    headers: { authorization: `Bearer ${mailEventsSecret}` },
  });
}

/** Events of five minutes go into one mail, so the first one may be a while. */
async function unsubscribeLink(mails: Awaited<ReturnType<typeof openSmtpPeer>>) {
  const until = Date.now() + 7 * 60_000;
  for (let at = 0; Date.now() < until; ) {
    if (at === mails.taken.length) {
      await sleep(1_000);
      continue;
    }
    const { headers = [], to } = await mails.read(at++);
    const link = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const token = /[?&]token=([\w.-]+)/.exec(link)?.[1];
    if (token) return { token, email: to?.[0]?.address ?? '' };
  }
  throw new Error('no mail with a link to unsubscribe has come');
}

type Leak = { field: string; kind: Kind; place: string; roles: Set<string> };

/** One line for each field: what of it shows, where and to whom. */
function linesOf(leaks: readonly Leak[], everybody: number): string[] {
  const byField = Map.groupBy(leaks, ({ field }) => field);
  return [...byField]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([field, found]) => {
      const rolesOf = (roles: Set<string>) =>
        roles.size === 0
          ? ''
          : ` (${roles.size >= everybody - 1 ? 'everybody' : [...roles].sort().join(', ')})`;
      const places = Map.groupBy(found, ({ place, roles }) => `${place}${rolesOf(roles)}`);
      const lines = Map.groupBy([...places], ([, group]) =>
        group
          .map(({ kind }) => kind)
          .sort()
          .join(', '),
      );
      const parts = [...lines].map(
        ([kinds, group]) => `[${kinds}] → ${group.map(([place]) => place).join('; ')}`,
      );
      return `leak: ${field}\n    ${parts.join('\n    ')}`;
    });
}

type Findings = {
  planter: ReturnType<typeof createPlanter>;
  leaks: Map<string, Leak>;
  seenRightly: Set<string>;
  readers: number;
  statuses: { read: number; refused: number; failed: number };
  answered: Set<string>;
  log: string;
  pushes: number;
  mails: number;
};

function report({
  planter: { outcomes },
  leaks,
  seenRightly,
  readers,
  statuses,
  answered,
  log,
  pushes,
  mails,
}: Findings) {
  const whole = (value: number) => value.toLocaleString('en');
  const names = fields.map(({ key, path }) => `${key} ${path}`);
  const kept = names.filter((name) => outcomes.get(name)?.code === 0);
  const sent = names.filter((name) => outcomes.has(name) && !kept.includes(name) && reasonNotKept(name));
  const unreached = names.filter((name) => !kept.includes(name) && !sent.includes(name));
  const refusing = kept.filter((name) => (outcomes.get(name)?.refused.size ?? 0) > 0);
  const silent = [...calls.keys()].filter((key) => !answered.has(key) && !notMade.has(key));
  for (const name of unreached)
    console.error(`not planted: ${name} (${outcomes.get(name)?.code ?? 'no call was made'})`);
  for (const key of silent) console.error(`answered nobody: ${key}`);
  for (const line of linesOf([...leaks.values()], readers)) console.error(line);

  const rows = [
    atLeast('fields planted', kept.length, 1, whole),
    { metric: 'of these, fields that refuse a number, a name or an address', value: whole(refusing.length) },
    { metric: 'fields that keep nothing, sent all the same', value: whole(sent.length) },
    // Shows that the search works: it finds what people may see.
    atLeast(
      'fields whose marks were seen by those who may',
      seenRightly.size,
      Math.floor(kept.length / 3),
      whole,
    ),
    atMost('fields not reached', unreached.length, 0, whole),
    atLeast('responses read', statuses.read, 1000, whole),
    atMost('responses refused for being too many', statuses.refused, 0, whole),
    atMost('responses with an error of the server', statuses.failed, 0, whole),
    atMost('calls that answered nobody', silent.length, 0, whole),
    atLeast('lines of log read', log.split('\n').length, 100, whole),
    atLeast('push messages read', pushes, 1, whole),
    atLeast('mails read', mails, 1, whole),
    atMost('leaks', leaks.size, 0, whole),
    { metric: 'seed, and all of it', value: `${seed}, ${seconds()}` },
  ];
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
}

async function freePort() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Files of the data folder that are logs, PostgreSQL's among them; not its tables. */
async function logFiles(dataDir: string) {
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const logs = files.filter(
    (file) =>
      file.isFile() &&
      /\.log$|\blog\b/.test(file.name) &&
      !/\/(base|global|pg_\w+)(\/|$)/.test(file.parentPath),
  );
  return Promise.all(
    logs.map(async ({ parentPath, name }) => ({
      name,
      text: await readFile(join(parentPath, name), 'utf8'),
    })),
  );
}
