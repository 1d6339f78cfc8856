import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LLMock } from '@copilotkit/aimock';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { productMeasures } from '#server/wiring/measures.ts';
import { seedDatabase } from '#server/wiring/seed.ts';
import { createBrowser, newNumber } from '#tests/browser.ts';
import { createChatClient } from '#tests/chat.ts';
import { silentLog } from '#tests/database.ts';
import { startOtlpPeer } from '#tests/otlp-peer.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '#tests/replicated-postgres.ts';
import { serve } from '#tests/serve.ts';
import { readConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { addJob, defineJob, startWorker, type Worker } from '../jobs/jobs.ts';
import { type OpenTelemetry, openTelemetry } from './open-telemetry.ts';

const person = { name: '歐陽測量', number: newNumber(), question: '我的秘密問題是甚麼' };
const mock = new LLMock({ port: 0 });
mock.onMessage(person.question, { content: '這是答案。' });
mock.onMessage('壞', { error: { message: 'no', type: 'server_error' }, status: 500 });

const works = defineJob({ name: 'works', payload: z.object({}), run: async () => {} });
const fails = defineJob({
  name: 'fails',
  payload: z.object({}),
  maxAttempts: 1,
  run: () => Promise.reject(new Error(`not for ${person.name}`)),
});
const later = defineJob({ name: 'later', payload: z.object({}), run: async () => {} });

let postgres: ReplicatedPostgres;
let database: Database;
let collector: Awaited<ReturnType<typeof startOtlpPeer>>;
let opened: OpenTelemetry;
let app: FastifyInstance;
let closeApp: () => Promise<void>;
let worker: Worker;
let folder: string;
let origin: string;
let secrets: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mingshi-telemetry-'));
  await writeFile(join(folder, 'mingshi-20260101T000000Z.backup'), '');
  postgres = await startReplicatedPostgres();
  const options = { log: silentLog, readUrl: postgres.replica.url };
  database = openDatabase(postgres.primary.url, options);
  await migrate(postgres.primary.url, { log: silentLog, afterwards: () => seedDatabase(database) });
  collector = await startOtlpPeer();
  const environment = {
    METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    BACKUP_DIR: folder,
    AI_BASE_URL: `${await mock.start()}/v1`,
    AI_MODEL: 'test-model',
  };
  const config = readConfig(environment);
  opened = await openTelemetry({ config, log: silentLog, measures: productMeasures(config) });
  const { telemetry } = opened;
  const whenOver = (end: () => Promise<void>) => {
    closeApp = end;
  };
  ({ app } = await serve({ environment, over: database, parts: { telemetry }, whenOver }));
  worker = await startWorker({ database, log: silentLog, jobs: [works, fails], telemetry });
  opened.watch({ database, app, worker });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  await journey();
});
afterAll(async () => {
  await worker.stop();
  await closeApp();
  await opened.close();
  await database.close();
  await postgres.close();
  await collector.close();
  await mock.stop();
  await rm(folder, { recursive: true });
});

/** A visitor registers, opens URLs with their number and name, and asks the AI tutor; then jobs run. */
async function journey() {
  const browser = createBrowser(app);
  const registered = await browser.register(person.number, { name: person.name });
  expect(registered).toMatchObject({ code: 0 });
  const { id } = registered.data.user;
  await browser.get(`/api/users/${person.number}/${encodeURIComponent(person.name)}`);
  await browser.get(`/api/common_info/teacher_case/987654?search=${person.number}`);
  const me = createChatClient(origin, { authorization: `Bearer ${browser.tokens.ai}` });
  const thread = await me.newThread();
  expect(await me.send(thread, person.question)).toMatchObject({ state: 'done' });
  await me.send(thread, '壞');
  await database.transaction(async (tx) => {
    await addJob(tx, works, {});
    await addJob(tx, fails, {});
    await addJob(tx, later, {});
  });
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      'select task_identifier as name from graphile_worker.jobs order by 1',
    );
    expect(rows).toEqual(expect.arrayContaining([{ name: 'fails' }, { name: 'later' }]));
    expect(rows).not.toContainEqual({ name: 'works' });
  });
  secrets = [
    person.name,
    encodeURIComponent(person.name),
    person.number,
    person.number.slice(-8),
    person.question,
    '987654',
    String(browser.tokens.ai),
    `/${id}`,
  ];
}

async function scrape() {
  const response = await fetch(opened.metricsUrl ?? '');
  expect(response.status).toBe(200);
  return response.text();
}

const labelsOf = (text: string) =>
  [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => ({ name, value }));

test('the scraped metrics count requests, jobs, model calls, SMS costs, pools and replication under constant labels', async () => {
  const text = await scrape();
  const counted =
    /^http_requests_total\{method="POST",route="\/api\/users\/send_sms",status_class="2xx",role="[\w,]+"\} 1$/m;
  expect(text).toMatch(counted);
  expect(text).toMatch(/^http_requests_total\{method="GET",route="none",status_class="4xx",.*\} 1$/m);
  expect(text).toMatch(/^http_request_duration_seconds_bucket\{.*le="0.25"\} \d+$/m);
  // An event stream is counted, but its duration is not recorded.
  expect(text).toMatch(
    /^http_requests_total\{method="POST",route="\/api_ai\/chat_ai\/messages",status_class="2xx"/m,
  );
  expect(text).not.toMatch(
    /^http_request_duration_seconds_count\{method="POST",route="\/api_ai\/chat_ai\/messages",status_class="2xx"/m,
  );
  expect(text).toMatch(/^job_duration_seconds_count\{task="works",.*\} 1$/m);
  expect(text).toMatch(/^job_failures_total\{task="fails",.*\} 1$/m);
  expect(text).toMatch(/^jobs_failed\{task="fails",.*\} 1$/m);
  expect(text).toMatch(/^jobs_waiting\{task="later",.*\} 1$/m);
  expect(text).toMatch(/^model_first_token_seconds_count\{endpoint="default",.*\} 1$/m);
  expect(text).toMatch(/^model_failures_total\{endpoint="default",.*\} [1-9]\d*$/m);
  expect(text).toMatch(/^sms_spend_cents\{.*\} [1-9]\d*$/m);
  expect(text).toMatch(/^db_pool_connections\{pool="worker",state="idle",.*\} \d+$/m);
  expect(text).toMatch(/^db_up\{.*\} 1$/m);
  expect(text).toMatch(/^replication_lag_seconds\{replica="replica",.*\} [\d.e-]+$/m);
  expect(text).toMatch(/^event_loop_lag_seconds\{quantile="0.99",.*\} [\d.e-]+$/m);
});

test('event streams are counted while they are open', async () => {
  const browser = createBrowser(app);
  await browser.register(newNumber());
  const closing = new AbortController();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie };
  const stream = await fetch(`${origin}/api/users/events`, { headers, signal: closing.signal });
  expect(stream.status).toBe(200);
  expect(await scrape()).toMatch(/^streams_open\{.*\} 1$/m);
  closing.abort();
  await vi.waitFor(async () => expect(await scrape()).toMatch(/^streams_open\{.*\} 0$/m));
});

test('metric labels, trace attributes and span names contain no personal data', async () => {
  const text = await scrape();
  const routes = labelsOf(text).filter(({ name }) => name === 'route');
  expect(routes.length).toBeGreaterThan(5);
  for (const { value } of routes) expect(value).toMatch(/^(none|\/[a-z_\-/:*.]*)$/i);
  await vi.waitFor(
    () => expect(collector.received.some(({ path }) => path === '/v1/traces')).toBe(true),
    10_000,
  );
  // Timestamps and span ids are generated numbers, which could contain a secret by chance.
  const generated = /"\w*(UnixNano|Id)":"\w*"/g;
  const traced = collector.received.map(({ body }) => body.replace(generated, '')).join('\n');
  for (const secret of secrets) {
    expect(text).not.toContain(secret);
    expect(traced).not.toContain(secret);
  }
});

type SentSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number; message?: string };
  attributes: { key: string }[];
};

test('a request and its model call are one trace; a failed job’s span has an error status without the error message', async () => {
  const spans = () =>
    collector.received
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ body }) => JSON.parse(body).resourceSpans)
      .flatMap((resource) => resource.scopeSpans)
      .flatMap((scope): SentSpan[] => scope.spans);
  await vi.waitFor(() => expect(spans().some(({ name }) => name === 'job fails')).toBe(true), 10_000);
  const requests = spans().filter(({ name }) => name === 'POST /api_ai/chat_ai/messages');
  const model = spans().find(({ name }) => name === 'model');
  expect(requests.map(({ traceId }) => traceId)).toContain(model?.traceId);
  const failed = spans().find(({ name }) => name === 'job fails');
  expect(failed?.status).toEqual({ code: 2 });
  const keys = new Set(spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  expect([...keys].sort()).toEqual(
    ['endpoint', 'http.request.method', 'http.response.status_code', 'http.route', 'job'].sort(),
  );
});

test('every metric used by the alerts and the dashboard is exported', async () => {
  const text = await scrape();
  const exported = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const alerts = readFileSync(deployed('prometheus-alerts.yml'), 'utf8');
  const dashboard = JSON.parse(readFileSync(deployed('dashboard.json'), 'utf8'));
  const expressions = [
    ...[...alerts.matchAll(/^\s*expr: (.+)$/gm)].map(([, expression = '']) => expression),
    ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    ),
  ];
  expect(expressions.length).toBeGreaterThan(30);
  const used = new Set(expressions.flatMap(namesIn));
  // Prometheus itself provides this metric.
  used.delete('up');
  expect([...used].filter((name) => !exported.has(name))).toEqual([]);
  // Samples are exported too, not only descriptions.
  for (const name of used) expect(text).toMatch(new RegExp(`^${name}(\\{.*\\})? `, 'm'));
});

const deployed = (name: string) => fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url));
const promtool = process.env.PROMTOOL_PATH || '/usr/bin/promtool';

test.skipIf(!existsSync(promtool))('promtool accepts the alert rules', () => {
  const output = execFileSync(promtool, ['check', 'rules', deployed('prometheus-alerts.yml')], {
    encoding: 'utf8',
  });
  expect(output).toMatch(/SUCCESS: \d+ rules found/);
});

/** The metric names in a PromQL expression, without labels, functions and keywords. */
function namesIn(expression: string) {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\bby \([^)]*\)/g, '');
  const words = [...bare.matchAll(/[a-z_]+(?!\w|\s*\()/g)].map(([word]) => word);
  return words.filter((word) => !['and', 'or', 'by', 'sum', 'max'].includes(word));
}

test('with an unreachable database, db_up is 0 and the process metrics are still exported', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none', { log: silentLog });
  const config = readConfig({ METRICS_PORT: '0' });
  const other = await openTelemetry({ config, log: silentLog });
  other.watch({ database: away });
  const text = await (await fetch(other.metricsUrl ?? '')).text();
  expect(text).toMatch(/^db_up\{.*\} 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes\{.*\} \d+$/m);
  await other.close();
  await away.close();
});

test('a metrics port in use makes the start fail with a one-sentence message', async () => {
  const { port } = new URL(opened.metricsUrl ?? '');
  const config = readConfig({ METRICS_PORT: port });
  await expect(openTelemetry({ config, log: silentLog })).rejects.toThrow(
    new RegExp(`^METRICS_PORT ${port} of 127.0.0.1 cannot be listened on \\(EADDRINUSE\\)`),
  );
});
