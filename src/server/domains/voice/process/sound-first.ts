import { setPriority } from 'node:os';

/**
 * Raises the priority of this thread: late audio is audible, a slightly later answer is not. Needs root;
 * otherwise the priority stays unchanged.
 */
export function raiseAudioPriority() {
  try {
    setPriority(-10);
  } catch (error) {
    const { info } = error as { info?: { code?: string } };
    if (info?.code !== 'EACCES' && info?.code !== 'EPERM') throw error;
  }
}
