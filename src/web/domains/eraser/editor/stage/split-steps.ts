/** The line between before and after by keys; undefined for keys that are not its own. */
export function splitStep(value: number, key: string): number | undefined {
  const step: Record<string, number> = {
    ArrowLeft: value - 0.02,
    ArrowDown: value - 0.02,
    ArrowRight: value + 0.02,
    ArrowUp: value + 0.02,
    PageDown: value - 0.1,
    PageUp: value + 0.1,
    Home: 0,
    End: 1,
  };
  const next = step[key];
  return next === undefined ? undefined : Math.round(Math.min(1, Math.max(0, next)) * 100) / 100;
}
