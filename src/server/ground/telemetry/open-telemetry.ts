import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { diag } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { type IMetricReader, MeterProvider } from '@opentelemetry/sdk-metrics';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import type { Database } from '../db/db.ts';
import type { Worker } from '../jobs/jobs.ts';
import { createDatabaseMetrics, type Measure } from './database-metrics.ts';
import { createGauges } from './gauges.ts';
import { createInstruments } from './instruments.ts';
import { countOpenStreams } from './measure-requests.ts';
import { silentTelemetry, type Telemetry } from './telemetry.ts';

export type OpenTelemetry = Awaited<ReturnType<typeof openTelemetry>>;

const pushEveryMs = 15_000;

/** Serves metrics on METRICS_PORT, and sends traces and the same metrics to OTEL_EXPORTER_OTLP_ENDPOINT. */
export async function openTelemetry({
  config,
  log,
  measures = [],
}: {
  config: Config;
  log: Logger;
  measures?: readonly Measure[];
}) {
  const { metrics, collector } = config.telemetry;
  // An unreachable collector is only logged.
  const warn = (message: string) => log.warn({ from: 'telemetry' }, message);
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} });
  const role = config.roles.join(',');
  const resource = resourceFromAttributes({ 'service.name': 'mingshi', role });
  const prometheus = new PrometheusExporter({
    // The exporter's own server does not support port 0 and hides why it could not listen.
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
    withResourceConstantLabels: /^role$/,
  });
  const pushing = collector === undefined ? undefined : await openPushing(collector);
  const readers = [...(metrics ? [prometheus] : []), ...(pushing ? [pushing] : [])];
  const meters = new MeterProvider({ resource, readers });
  const meter = meters.getMeter('mingshi');
  const server =
    metrics && (await serveMetrics(metrics, (...args) => prometheus.getMetricsRequestHandler(...args)));
  if (server) log.info({ url: server.url }, 'metrics can be scraped');
  const traces =
    collector === undefined ? undefined : (await import('./traces.ts')).openTraces(collector, resource);
  const telemetry: Telemetry = {
    ...createInstruments(meter),
    span: traces?.span ?? silentTelemetry.span,
  };

  return {
    telemetry,
    metricsUrl: server?.url,

    /** Creates the gauges of these parts. */
    watch({ database, app, worker }: { database: Database; app?: FastifyInstance; worker?: Worker }) {
      createGauges(meter, {
        pools: { main: database.pool, ...(worker && { worker: worker.pool }) },
        openStreams: () => (app ? countOpenStreams(app) : 0),
        replicaLagMs: database.replicaLagMs,
        measures,
        figures: createDatabaseMetrics(database, { config, measures, log }),
      });
    },

    async close() {
      await server?.close();
      await Promise.all([traces?.close(), meters.shutdown()]);
      diag.disable();
    },
  };
}

async function openPushing(collector: string): Promise<IMetricReader> {
  const [{ OTLPMetricExporter }, { PeriodicExportingMetricReader }] = await Promise.all([
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/sdk-metrics'),
  ]);
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${collector}/v1/metrics`, timeoutMillis: 2_000 }),
    exportIntervalMillis: pushEveryMs,
  });
}

type MetricsServer = { url: string; close(): Promise<void> };

/** A separate port, so that no proxy publishes it by mistake. It answers `/metrics` only. */
async function serveMetrics(
  { host, port }: { host: string; port: number },
  answer: RequestListener,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] === '/metrics') return answer(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `METRICS_PORT ${port} of ${host} cannot be listened on (${error.code}); set another.`,
    );
  });
  // The metrics server must not keep the process alive.
  server.unref();
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
