/** Why a call does not start or continue, as far as the page knows. */
const callProblems = [
  'insecure',
  'unsupported',
  'denied',
  'noMicrophone',
  'busyMicrophone',
  'microphone',
  'noRoute',
] as const;
export type ProblemName = (typeof callProblems)[number];

export class CallProblem extends Error {
  override name = 'CallProblem';
  readonly problem: ProblemName;

  constructor(problem: ProblemName, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

const names: Record<string, ProblemName> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'noMicrophone',
  NotReadableError: 'busyMicrophone',
  AbortError: 'busyMicrophone',
};

/** The problem behind an error of getUserMedia. */
export const microphoneProblem = (error: unknown) =>
  new CallProblem(names[(error as Error | undefined)?.name ?? ''] ?? 'microphone', error);
