import { vi } from 'vitest';

/** Vitest's default of one second is too short on a busy machine. */
const timeoutMs = 15_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options = timeoutMs) => waitFor(callback, options);
vi.waitUntil = (callback, options = timeoutMs) => waitUntil(callback, options);
