/** Something the person who starts the server can put right. Its message is one sentence, shown without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
