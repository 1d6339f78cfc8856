/** An error that the operator can fix. Its message is one sentence and is shown without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
