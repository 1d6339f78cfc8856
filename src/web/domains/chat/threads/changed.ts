import { createListeners } from '#web/ground/listeners.ts';

/** A thread was begun, named, renamed or deleted: whoever lists threads looks again. */
export const { tell: threadsChanged, subscribe: onThreadsChanged } = createListeners();
