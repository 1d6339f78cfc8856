import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Telemetry } from './telemetry.ts';

/** Sends what goes on to a collector. An error's words stay here: they may quote what somebody wrote. */
export function openTraces(endpoint: string, resource: Resource) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 2_000 });
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
  provider.register();
  const tracer = provider.getTracer('mingshi');

  const span: Telemetry['span'] = (name, facts, work) =>
    tracer.startActiveSpan(name, { attributes: facts }, async (begun) => {
      const fail = () => void begun.setStatus({ code: SpanStatusCode.ERROR });
      try {
        return await work({ note: (more) => void begun.setAttributes(more), fail });
      } catch (error) {
        fail();
        throw error;
      } finally {
        begun.end();
      }
    });

  return {
    span,
    async close() {
      // What is left is sent, where somebody takes it.
      await provider.shutdown();
      trace.disable();
      context.disable();
    },
  };
}
