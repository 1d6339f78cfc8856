import type { Meter } from '@opentelemetry/api';
import type { Telemetry } from './telemetry.ts';

/** Histogram buckets in seconds. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const seconds = { unit: 's', advice: { explicitBucketBoundaries: boundaries } };

/** Counters and histograms that are updated as events happen. */
export function createInstruments(meter: Meter): Omit<Telemetry, 'span'> {
  const requests = meter.createCounter('http_requests_total', { description: 'Answers that left' });
  const requestTime = meter.createHistogram('http_request_duration_seconds', {
    ...seconds,
    description: 'How long answers took, streams apart',
  });
  const jobTime = meter.createHistogram('job_duration_seconds', {
    ...seconds,
    description: 'How long runs of background jobs took',
  });
  const jobFailures = meter.createCounter('job_failures_total', {
    description: 'Runs of background jobs that failed, and may be tried again',
  });
  const firstText = meter.createHistogram('model_first_token_seconds', {
    ...seconds,
    description: 'How long an endpoint took to begin its answer',
  });
  const modelFailures = meter.createCounter('model_failures_total', {
    description: 'Requests that an endpoint failed',
  });
  return {
    answered({ method, route, status, seconds: took }) {
      const status_class = `${Math.floor(status / 100)}xx`;
      requests.add(1, { method, route, status_class });
      if (took !== undefined) requestTime.record(took, { method, route, status_class });
    },
    jobEnded(job, took, failed) {
      jobTime.record(took, { task: job });
      if (failed) jobFailures.add(1, { task: job });
    },
    modelBegan: (endpoint, took) => firstText.record(took, { endpoint }),
    modelFailed: (endpoint) => modelFailures.add(1, { endpoint }),
  };
}
