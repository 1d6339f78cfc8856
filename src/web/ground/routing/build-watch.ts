/**
 * Keeps an open tab from living on with yesterday's build. A newer build, or a chunk that is no longer there,
 * reloads the page the visitor was going to; never twice within ten seconds.
 */
const firstCheckMs = 1_000;
const checkEveryMs = 3_600_000;
const reloadGuardMs = 10_000;
const reloadedKey = 'mingshi:reloaded-at';
const pendingKey = 'mingshi:going-to';

let outdated = false;

/** Whether a reload may happen now; saying yes starts the ten seconds. */
export function claimReload(storage: Storage, now: number) {
  const last = Number(storage.getItem(reloadedKey) ?? 0);
  if (now - last < reloadGuardMs) return false;
  storage.setItem(reloadedKey, String(now));
  return true;
}

/** Loads `path` afresh from the server; false when the guard says no. */
export function reloadTo(path: string) {
  if (!claimReload(sessionStorage, Date.now())) return false;
  location.assign(path);
  return true;
}

export const isOutdated = () => outdated;

/**
 * A failed chunk makes the router reload the page the visitor is leaving. The target is noted before each
 * navigation, so that the reloaded page goes on to it.
 */
export function noteNavigation(target: string | undefined) {
  if (target === undefined) sessionStorage.removeItem(pendingKey);
  else sessionStorage.setItem(pendingKey, target);
}

export function resumeInterruptedNavigation() {
  const target = sessionStorage.getItem(pendingKey);
  sessionStorage.removeItem(pendingKey);
  const [entry] = performance.getEntriesByType('navigation');
  const reloaded = entry && 'type' in entry && entry.type === 'reload';
  if (target && reloaded && target !== location.pathname + location.search) reloadTo(target);
}

async function check(currentId: string) {
  const response = await fetch(`/builds/latest.json?${Date.now()}`, { cache: 'no-store' });
  const { id } = await response.json();
  if (typeof id === 'string' && id !== currentId) outdated = true;
}

/** Starts watching; returns how to stop. */
export function watchBuilds(currentId: string | undefined) {
  if (currentId === undefined) return;
  const safely = () =>
    check(currentId).catch((error) => console.error('應用層錯誤: the build check failed', error));
  const connection = (navigator as { connection?: { effectiveType?: string } }).connection;
  const first = connection?.effectiveType === 'slow-2g' ? undefined : setTimeout(safely, firstCheckMs);
  const hourly = setInterval(safely, checkEveryMs);
  return () => {
    clearTimeout(first);
    clearInterval(hourly);
  };
}
