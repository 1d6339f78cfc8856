import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { dropDraft, readDraft, writeDraft } from '#web/ground/drafts.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { createUploads, type SavedUpload, savedUploads } from './uploads.ts';

/**
 * A module variable is safe: it is filled only in a browser, which has one visitor. Leaving the page and
 * returning finds the files again.
 */
const uploads = createUploads();
let connectedTo = 0;

const none: readonly never[] = [];
const draftName = 'erase-files';
/** `earlier` were offered and not decided about. */
type Saved = { files: SavedUpload[]; earlier?: SavedUpload[] };

/** Whether the page was loaded again where it stood: what was chosen there belongs to the same visit. */
function isSameVisit() {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (
    entry !== undefined && entry.type !== 'navigate' && new URL(entry.name).pathname === location.pathname
  );
}

/** Uploads of the user who is logged in. Files of a visitor wait for the log-in. */
export function useUploads() {
  const api = useApi();
  const { root, locale } = useShell();
  const owner = root?.aiUser.id ?? 0;
  const base = root?.settings.apiBase ?? '';
  const aiBase = root?.settings.apiAiBase ?? '';
  const items = useSyncExternalStore(uploads.subscribe, uploads.items, () => none);
  const earlier = useSyncExternalStore(uploads.subscribe, uploads.earlier, () => none);
  const restored = useRef(false);

  useEffect(() => {
    // Files of a user who logged out must not stay for the next user.
    if (connectedTo !== 0 && connectedTo !== owner) {
      uploads.clear();
      uploads.leaveEarlier();
    }
    if (owner !== 0 && connectedTo !== owner) {
      const { files = [], earlier = [] } = readDraft<Saved>(draftName, owner)?.values ?? {};
      const isSame = isSameVisit();
      if (isSame) uploads.restore(files);
      uploads.offer(isSame ? earlier : [...earlier, ...files]);
    }
    connectedTo = owner;
    restored.current = owner !== 0;
    uploads.connect(owner === 0 ? undefined : { api, bases: { base, aiBase }, locale });
  }, [api, base, aiBase, locale, owner]);

  const saved = useMemo(() => JSON.stringify({ files: savedUploads(items), earlier }), [earlier, items]);
  useEffect(() => {
    if (owner === 0 || !restored.current) return;
    const values: Required<Saved> = JSON.parse(saved);
    if (values.files.length + values.earlier.length === 0) dropDraft(draftName);
    else writeDraft(draftName, { owner, key: '', version: null, values });
  }, [saved, owner]);

  // Retries failed uploads when the network is back.
  useEffect(() => {
    const retryFailed = () => {
      for (const { key, state } of uploads.items()) if (state === 'failed') uploads.retry(key);
    };
    addEventListener('online', retryFailed);
    return () => removeEventListener('online', retryFailed);
  }, []);

  const isSending = items.some(({ state }) => ['waiting', 'hashing', 'sending'].includes(state));
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isSending]);

  return { items, earlier, uploads };
}
