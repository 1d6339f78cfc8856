import { createListeners } from '#web/ground/listeners.ts';

/** A thread was begun, named, renamed or deleted: lists of threads load again. */
export const { notify: threadsChanged, subscribe: onThreadsChanged } = createListeners();
