/**
 * Why speech could not be recognised or spoken. `busy`: too much is waiting; `slow`: given up; `unavailable`: what does it
 * is not there or died; `refused`: an endpoint said no; `garbled`: what it sent is no speech.
 */
export type SpeechProblem = 'busy' | 'slow' | 'unavailable' | 'refused' | 'garbled';

/** Its message is for the log: it holds no words of anybody, and no keys. */
export class SpeechError extends Error {
  override name = 'SpeechError';
  readonly problem: SpeechProblem;
  constructor(problem: SpeechProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
