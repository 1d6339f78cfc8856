import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { dropDraft, readDraft, writeDraft } from '#web/ground/drafts.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { createUploads, type KeptUpload, keptOf, type Upload } from './uploads.ts';

/** Only ever filled in a browser, which has one visitor: moving to another page and back finds the files again. */
const uploads = createUploads();
let connectedTo = 0;

const none: readonly Upload[] = [];
const draftName = 'erase-files';

/** The files of who is logged in. A visitor's wait for the log-in. */
export function useUploads() {
  const api = useApi();
  const { root, locale } = useShell();
  const owner = root?.aiUser.id ?? 0;
  const base = root?.settings.apiBase ?? '';
  const aiBase = root?.settings.apiAiBase ?? '';
  const items = useSyncExternalStore(uploads.subscribe, uploads.items, () => none);
  const restored = useRef(false);

  useEffect(() => {
    // Files of somebody who logged out are not for whoever comes next.
    if (connectedTo !== 0 && connectedTo !== owner) uploads.clear();
    connectedTo = owner;
    if (owner !== 0)
      uploads.restore(readDraft<{ files: KeptUpload[] }>(draftName, owner)?.values.files ?? []);
    restored.current = owner !== 0;
    uploads.connect(owner === 0 ? undefined : { api, bases: { base, aiBase }, locale });
  }, [api, base, aiBase, locale, owner]);

  const kept = useMemo(() => JSON.stringify(keptOf(items)), [items]);
  useEffect(() => {
    if (owner === 0 || !restored.current) return;
    const files: KeptUpload[] = JSON.parse(kept);
    if (files.length === 0) dropDraft(draftName);
    else writeDraft(draftName, { owner, key: '', version: null, values: { files } });
  }, [kept, owner]);

  // The network is back: what failed for want of it goes on.
  useEffect(() => {
    const again = () => {
      for (const { key, state } of uploads.items()) if (state === 'failed') uploads.retry(key);
    };
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);

  const isSending = items.some(({ state }) => ['waiting', 'hashing', 'sending'].includes(state));
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isSending]);

  return { items, uploads };
}
