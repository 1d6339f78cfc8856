/** After help lines were shown the call goes on for so long without being counted. */
const freeMs = 2 * 60_000;
/** So that nobody talks for free all day. */
const mostMs = 10 * 60_000;

/** The time of a call that is not counted, because a child in need was answered. */
export function createFreeTime() {
  const spans: { from: number; to: number }[] = [];
  const upTo = (ms: number) =>
    spans.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(ms, to) - from), 0);
  return {
    begin(ms: number) {
      const last = spans.at(-1);
      const to = ms + Math.min(freeMs, mostMs - upTo(ms));
      if (last && last.to >= ms) last.to = Math.max(last.to, to);
      else spans.push({ from: ms, to });
    },
    /** How much of the time up to this moment is free. */
    upTo,
  };
}
