import { StartError } from '../config/start-error.ts';

/** Something about a backup that its reader can act on; shown without a stack. */
export class BackupError extends StartError {
  override name = 'BackupError';
}
