const restMs = 30_000;

export type Breaker = ReturnType<typeof createBreaker>;

/**
 * Leaves an endpoint alone for a while that has failed several times in a row. Each process learns by itself: that
 * costs a few requests more, and no process has to wait for another's opinion before it may answer.
 */
export function createBreaker(failuresToOpen: number, now = () => performance.now()) {
  const states = new Map<string, { failures: number; restsUntil: number; isTrying: boolean }>();
  const stateOf = (name: string) => {
    const known = states.get(name) ?? { failures: 0, restsUntil: 0, isTrying: false };
    states.set(name, known);
    return known;
  };
  return {
    /** After its rest one request goes through to see; the others wait for what becomes of it. */
    admits(name: string) {
      const state = stateOf(name);
      if (state.failures < failuresToOpen) return true;
      if (now() < state.restsUntil || state.isTrying) return false;
      state.isTrying = true;
      return true;
    },
    succeeded: (name: string) => void states.delete(name),
    failed(name: string) {
      const state = stateOf(name);
      state.failures += 1;
      state.isTrying = false;
      if (state.failures >= failuresToOpen) state.restsUntil = now() + restMs;
    },
    /** It was given up for a reason of ours. */
    released(name: string) {
      stateOf(name).isTrying = false;
    },
  };
}
