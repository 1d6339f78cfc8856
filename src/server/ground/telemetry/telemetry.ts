/** Attributes with constant values only: route patterns, names of jobs and endpoints. Never user input. */
type Facts = Record<string, string | number>;

/** A running span of a trace. */
type Span = { note(facts: Facts): void; fail(): void };

type Answered = {
  method: string;
  /** The route pattern, never the actual path. */
  route: string;
  status: number;
  /** Undefined for an event stream, whose length says nothing about speed. */
  seconds: number | undefined;
};

/** What the product's parts report for metrics and traces. */
export type Telemetry = {
  answered(answer: Answered): void;
  jobEnded(job: string, seconds: number, failed: boolean): void;
  /** An AI endpoint sent its first token, this many seconds after the request. */
  modelBegan(endpoint: string, seconds: number): void;
  modelFailed(endpoint: string): void;
  /** Runs the work as a child span of the current one; the span fails if the work throws. */
  span<Result>(name: string, facts: Facts, work: (span: Span) => Promise<Result>): Promise<Result>;
};

const noSpan: Span = { note() {}, fail() {} };

/** Used when neither metrics nor traces are configured. */
export const silentTelemetry: Telemetry = {
  answered() {},
  jobEnded() {},
  modelBegan() {},
  modelFailed() {},
  span: (_name, _facts, work) => work(noSpan),
};
