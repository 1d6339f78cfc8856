/** A form that is not finished yet, as it waits on this device for its owner. */
export type Draft<Values> = {
  owner: number;
  /** Made once: however often the form is sent, one thing comes of it. */
  key: string;
  /** The version that is being changed; null while there is none. */
  version: number | null;
  values: Values;
  /** What the owner typed, set aside for a newer version. */
  aside?: Values | undefined;
};

const prefix = 'mingshi:draft:';
/** The first three answers, left by the home page. */
export const finderDraft = 'mingshi:case-draft';

/** A draft of somebody else, or one that cannot be read, is none. */
export function readDraft<Values>(name: string, owner: number): Draft<Values> | undefined {
  try {
    const draft: Draft<Values> | null = JSON.parse(localStorage.getItem(prefix + name) ?? 'null');
    return draft?.owner === owner && typeof draft.values === 'object' ? draft : undefined;
  } catch (error) {
    console.error(`應用層錯誤: the draft ${name} could not be read`, error);
  }
}

/** Whether it could be kept: a device may be full, or not allow it. */
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

/** The drafts whose names begin so. */
export const draftNames = (start: string) =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix + start))
    .map((name) => name.slice(prefix.length));

/** For logging out: whoever uses this device next finds nothing of it. */
export function clearDrafts() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix) || name === finderDraft);
  for (const name of names) localStorage.removeItem(name);
}

/** randomUUID is not there on pages without TLS, such as a phone's view of a machine on the desk. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte)
      .toString(16)
      .padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
