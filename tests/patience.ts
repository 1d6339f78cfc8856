import { vi } from 'vitest';

/** Vitest gives up after one second, which on a busy machine is no time at all. */
const patienceMs = 15_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options = patienceMs) => waitFor(callback, options);
vi.waitUntil = (callback, options = patienceMs) => waitUntil(callback, options);
