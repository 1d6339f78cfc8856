import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/ground/listeners.ts';

/** As many fit side by side. */
export const mostCompared = 3;
const storageKey = 'mingshi:compare';

export type Compared = { id: number; name: string };
const none: readonly Compared[] = [];

const listeners = createListeners();
let known: readonly Compared[] | undefined;

/** Chosen in this tab, for as long as it is open. */
function chosen(): readonly Compared[] {
  known ??= read();
  return known;
}

function read(): readonly Compared[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isCompared).slice(0, mostCompared) : none;
  } catch {
    return none;
  }
}
const isCompared = (one: unknown): one is Compared =>
  typeof one === 'object' &&
  one !== null &&
  Number.isSafeInteger((one as Compared).id) &&
  typeof (one as Compared).name === 'string';

function write(list: readonly Compared[]) {
  known = list;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(list));
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  listeners.notify();
}

/** Returns false where there are three already. */
export function addCompared(one: Compared): boolean {
  const list = chosen();
  if (list.some(({ id }) => id === one.id)) return true;
  if (list.length >= mostCompared) return false;
  write([...list, one]);
  return true;
}
export const removeCompared = (id: number) => write(chosen().filter((one) => one.id !== id));
export const clearCompared = () => write(none);

export const useCompared = () => useSyncExternalStore(listeners.subscribe, chosen, () => none);

/** With a case of the family's own, each tutor is compared with it too; without it the address is for anybody. */
export const comparePath = (ids: readonly number[], caseId?: number) =>
  `/tutors/compare?ids=${ids.join(',')}${caseId === undefined ? '' : `&case=${caseId}`}`;
