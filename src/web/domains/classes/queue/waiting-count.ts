/** How many taps of a person wait on this device, for the shell: it must not open a database on every page. */
const waitingName = (owner: number) => `mingshi:clock-in:${owner}`;

export const waitingCount = (owner: number) => Number(localStorage.getItem(waitingName(owner)) ?? 0);

export function noteWaiting(owner: number, count: number) {
  if (count > 0) localStorage.setItem(waitingName(owner), String(count));
  else localStorage.removeItem(waitingName(owner));
}

/** Whose classes this device knows without a network; nobody's after logging out. */
export const keptForName = 'mingshi:clock-in-for';
