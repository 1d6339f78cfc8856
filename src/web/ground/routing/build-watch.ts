/**
 * Keeps open tabs on the current build. If there is a newer build, or a chunk is missing, the page the
 * visitor navigates to is loaded afresh, at most once within ten seconds.
 */
const firstCheckMs = 1_000;
const checkEveryMs = 3_600_000;
const reloadGuardMs = 10_000;
const reloadedKey = 'mingshi:reloaded-at';
const pendingKey = 'mingshi:going-to';

let outdated = false;

/** Whether a reload is allowed now; a yes starts the ten seconds. */
export function claimReload(storage: Storage, now: number) {
  const last = Number(storage.getItem(reloadedKey) ?? 0);
  if (now - last < reloadGuardMs) return false;
  storage.setItem(reloadedKey, String(now));
  return true;
}

/** Loads `path` afresh from the server; false when a reload happened less than ten seconds ago. */
export function reloadTo(path: string) {
  if (!claimReload(sessionStorage, Date.now())) return false;
  location.assign(path);
  return true;
}

export const isOutdated = () => outdated;

/**
 * When a chunk fails to load, the router reloads the page the visitor is leaving. The target is stored before
 * each navigation, so that the reloaded page can continue to it.
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

/** Starts checking for newer builds; returns a function that stops it. */
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
