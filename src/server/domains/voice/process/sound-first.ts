import { setPriority } from 'node:os';

/**
 * This thread goes before others: sound that comes late is heard, an answer that comes a moment later is not. Only the system's
 * owner may push in; for anybody else it stays as it is.
 */
export function soundFirst() {
  try {
    setPriority(-10);
  } catch (error) {
    const { info } = error as { info?: { code?: string } };
    if (info?.code !== 'EACCES' && info?.code !== 'EPERM') throw error;
  }
}
