import { AppError } from '../http/errors.ts';

/** The store of files does not do what it should. People are told to come back; its own words are for the log. */
export class FilesError extends AppError {
  override name = 'FilesError';

  constructor(message: string, options: { cause?: unknown } = {}) {
    super('notReady', options);
    this.message = message;
  }
}
