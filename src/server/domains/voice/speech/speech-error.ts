/**
 * Why speech could not be recognised or synthesised. `busy`: too much is waiting; `slow`: timeout;
 * `unavailable`: the service is missing or died; `refused`: an endpoint refused; `garbled`: its answer is not
 * speech.
 */
export type SpeechProblem = 'busy' | 'slow' | 'unavailable' | 'refused' | 'garbled';

/** The message is for the log: it holds neither user text nor keys. */
export class SpeechError extends Error {
  override name = 'SpeechError';
  readonly problem: SpeechProblem;
  constructor(problem: SpeechProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
