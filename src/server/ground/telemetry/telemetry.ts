/** Only words that we wrote ourselves: patterns of routes, names of jobs and of endpoints. Nothing that a person brought. */
type Facts = Record<string, string | number>;

/** A part of a trace while it goes on. */
type Span = { note(facts: Facts): void; fail(): void };

type Answered = {
  method: string;
  /** The pattern, never the path. */
  route: string;
  status: number;
  /** Undefined for a stream, which lasts as long as somebody looks. */
  seconds: number | undefined;
};

/** What the parts of the product tell about their work, for whoever measures. */
export type Telemetry = {
  answered(answer: Answered): void;
  jobEnded(job: string, seconds: number, failed: boolean): void;
  /** An endpoint began to answer, so many seconds after it was asked. */
  modelBegan(endpoint: string, seconds: number): void;
  modelFailed(endpoint: string): void;
  /** Runs the work as a part of what goes on now; it fails when the work does. */
  span<Result>(name: string, facts: Facts, work: (span: Span) => Promise<Result>): Promise<Result>;
};

const nowhere: Span = { note() {}, fail() {} };

/** Nobody measures. */
export const silentTelemetry: Telemetry = {
  answered() {},
  jobEnded() {},
  modelBegan() {},
  modelFailed() {},
  span: (_name, _facts, work) => work(nowhere),
};
