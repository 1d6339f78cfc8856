/**
 * How many clock-ins of a user are queued on this device, for the shell, which must not open a database on
 * every page.
 */
const storageKey = (owner: number) => `mingshi:clock-in:${owner}`;

export const waitingCount = (owner: number) => Number(localStorage.getItem(storageKey(owner)) ?? 0);

export function noteWaiting(owner: number, count: number) {
  if (count > 0) localStorage.setItem(storageKey(owner), String(count));
  else localStorage.removeItem(storageKey(owner));
}

/** Whose classes are stored on this device for offline use; removed at logout. */
export const offlineOwnerKey = 'mingshi:clock-in-for';
