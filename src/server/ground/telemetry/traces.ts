import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Telemetry } from './telemetry.ts';

/** Sends spans to an OTLP collector. Error messages are not sent, because they may quote user input. */
export function openTraces(endpoint: string, resource: Resource) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 2_000 });
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
  provider.register();
  const tracer = provider.getTracer('mingshi');

  const span: Telemetry['span'] = (name, facts, work) =>
    tracer.startActiveSpan(name, { attributes: facts }, async (otelSpan) => {
      const fail = () => void otelSpan.setStatus({ code: SpanStatusCode.ERROR });
      try {
        return await work({ note: (more) => void otelSpan.setAttributes(more), fail });
      } catch (error) {
        fail();
        throw error;
      } finally {
        otelSpan.end();
      }
    });

  return {
    span,
    async close() {
      // Sends the remaining spans, if the collector is reachable.
      await provider.shutdown();
      trace.disable();
      context.disable();
    },
  };
}
