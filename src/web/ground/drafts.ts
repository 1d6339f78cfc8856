/** An unfinished form, stored on this device for its owner. */
export type Draft<Values> = {
  owner: number;
  /** Idempotency key, made once: sending the form repeatedly creates only one record. */
  key: string;
  /** The version that is being edited; null for a new record. */
  version: number | null;
  values: Values;
  /** The step of the form that was left, from 0. */
  step?: number | undefined;
  /** The owner's own input, set aside while a newer version is shown. */
  aside?: Values | undefined;
  /** Set where what is aside was written on one of two devices: on which, and when. */
  asideFrom?: { device: 'this' | 'other'; at: string } | undefined;
  /** When the owner changed something here last. */
  changed?: string | undefined;
  /** The server's revision that these values go on from. */
  seen?: number | undefined;
  /** When the server took these values; absent where it has not. */
  saved?: string | undefined;
};

const prefix = 'mingshi:draft:';
/** The answers to the first three questions, given on the home page. */
export const finderDraft = 'mingshi:case-draft';
/** The database of files that belong to messages which are not sent yet. */
export const talkStore = 'mingshi-talk';

/** Undefined for another user's draft and for one that cannot be parsed. */
export function readDraft<Values>(name: string, owner: number): Draft<Values> | undefined {
  try {
    const draft: Draft<Values> | null = JSON.parse(localStorage.getItem(prefix + name) ?? 'null');
    return draft?.owner === owner && typeof draft.values === 'object' ? draft : undefined;
  } catch (error) {
    console.error(`應用層錯誤: the draft ${name} could not be read`, error);
  }
}

/** Returns whether it was stored: the device's storage may be full or blocked. */
export function writeDraft<Values>(name: string, draft: Draft<Values>): boolean {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(draft));
    return true;
  } catch (error) {
    console.error(`應用層錯誤: the draft ${name} could not be kept`, error);
    return false;
  }
}

export const dropDraft = (name: string) => localStorage.removeItem(prefix + name);

/** The names of the drafts that begin with `start`. */
export const draftNames = (start: string) =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix + start))
    .map((name) => name.slice(prefix.length));

/** For logout: the next user of this device must not find any drafts. */
export function clearDrafts() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix) || name === finderDraft);
  for (const name of names) localStorage.removeItem(name);
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(talkStore);
}

/** crypto.randomUUID is missing on pages without TLS, such as a phone viewing a development machine. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte)
      .toString(16)
      .padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
