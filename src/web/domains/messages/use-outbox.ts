import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatMessage, TalkFile } from '#shared/conversations.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { postForm } from '#web/ground/api/post-form.ts';
import { newKey } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import {
  dropOutgoing,
  keepTyped,
  newOutgoing,
  type Outgoing,
  readOutgoing,
  readTyped,
  saveOutgoing,
} from './outbox.ts';
import { dropFile, keepFile, keptFile, type OutgoingFile } from './outgoing-files.ts';

/** Why it was not sent: the network, or the server's error. */
export type Unsent = Outgoing & {
  problem?: { network: boolean; message: string; fileLost?: boolean } | undefined;
  /** Uploaded fraction of its files, from 0 to 1. */
  sent?: number | undefined;
};

/** Sends messages in order, stores those that could not be sent, and retries when the network is back. */
export function useOutbox(id: number, owner: number, onSent: (message: ChatMessage) => void) {
  const api = useApi();
  const t = useTranslate();
  const upload = useUpload(id);
  const [waiting, setWaiting] = useState<Unsent[]>([]);
  const queue = useRef<Unsent[]>([]);
  const sending = useRef(false);
  const contents = useRef(new Map<string, Blob>());

  const show = useCallback((next: Unsent[]) => {
    queue.current = next;
    setWaiting(next);
  }, []);
  const put = useCallback(
    (key: string, changed: Partial<Unsent>) =>
      show(queue.current.map((one) => (one.key === key ? { ...one, ...changed } : one))),
    [show],
  );

  /** Uploads the files that the server does not have yet. What it has is remembered, also over a reload. */
  const uploadFiles = useCallback(
    async ({ key, files }: Unsent) => {
      for (const [at, file] of files.entries()) {
        if (file.id !== undefined) continue;
        const content = contents.current.get(file.key) ?? (await keptFile(file.key));
        if (!content) throw new FileLost(file.name);
        put(key, { sent: at / files.length });
        const made = await upload(file, content, (part) => put(key, { sent: (at + part) / files.length }));
        const now = queue.current.find((one) => one.key === key);
        // It was discarded meanwhile.
        if (!now) return undefined;
        const known = now.files.map((one) => (one.key === file.key ? { ...one, id: made.id } : one));
        put(key, { files: known });
        saveOutgoing(id, owner, { key, text: now.text, at: now.at, files: known });
      }
      return queue.current.find((one) => one.key === key)?.files.flatMap((file) => file.id ?? []);
    },
    [id, owner, put, upload],
  );

  const drop = useCallback(
    (key: string) => {
      for (const file of queue.current.find((one) => one.key === key)?.files ?? []) {
        contents.current.delete(file.key);
        void dropFile(file.key);
      }
      dropOutgoing(id, key);
      show(queue.current.filter((one) => one.key !== key));
    },
    [id, show],
  );

  const flush = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    try {
      while (navigator.onLine) {
        const next = queue.current[0];
        // The order is preserved: messages after a failed one wait for it.
        if (!next || next.problem) return;
        const { key, text } = next;
        try {
          const files = await uploadFiles(next);
          if (!files) continue;
          const sent = await api('POST /api/users/conversations/{id}/messages', {
            params: { id },
            body: { text, files, client_key: key },
          });
          onSent(sent);
          drop(key);
        } catch (error) {
          // The page that was left has sent it meanwhile, and its files are gone with it.
          if (error instanceof FileLost && !readOutgoing(id, owner).some((one) => one.key === key)) {
            drop(key);
            continue;
          }
          const network = !(error instanceof ApiError || error instanceof FileLost);
          const message =
            error instanceof FileLost
              ? t('talk.fileLost', { name: error.message })
              : error instanceof ApiError
                ? problemOf(error)
                : '';
          put(key, { problem: { network, message, fileLost: error instanceof FileLost }, sent: undefined });
          return;
        }
      }
    } finally {
      sending.current = false;
    }
  }, [api, id, owner, onSent, drop, put, uploadFiles, t]);

  const retryNetwork = useCallback(() => {
    show(queue.current.map((one) => (one.problem?.network ? { ...one, problem: undefined } : one)));
    flush();
  }, [show, flush]);

  useEffect(() => {
    show(readOutgoing(id, owner));
    flush();
    window.addEventListener('online', retryNetwork);
    return () => window.removeEventListener('online', retryNetwork);
  }, [id, owner, show, flush, retryNetwork]);

  return {
    waiting,
    /** The content of a file that waits, for its picture. */
    contentOf: (key: string) => contents.current.get(key),
    send(text: string, files: readonly File[] = []) {
      const outgoing = files.map((file): OutgoingFile => {
        const key = newKey();
        contents.current.set(key, file);
        void keepFile({ key, content: file });
        return { key, name: file.name, type: file.type };
      });
      const message = newOutgoing(text, outgoing);
      saveOutgoing(id, owner, message);
      show([...queue.current, message]);
      flush();
    },
    retry(key: string) {
      put(key, { problem: undefined });
      flush();
    },
    /** Gives the words back to be written again, and forgets the message. */
    takeBack(key: string) {
      const text = queue.current.find((one) => one.key === key)?.text ?? '';
      keepTyped(id, owner, [readTyped(id, owner), text].filter(Boolean).join('\n'));
      drop(key);
      flush();
    },
    discard(key: string) {
      drop(key);
      flush();
    },
  };
}

/** The device has lost the file of this name: its storage was cleared, or was full. */
class FileLost extends Error {}

/** What is wrong with a file says more than that the type is wrong. */
const problemOf = ({ message, fields }: ApiError) => fields.file || message;

function useUpload(id: number) {
  const { root, locale } = useShell();
  const base = root?.settings.apiBase ?? '';
  const aiBase = root?.settings.apiAiBase ?? '';
  return useCallback(
    async (file: OutgoingFile, content: Blob, onProgress: (part: number) => void) => {
      const form = new FormData();
      form.append('client_key', file.key);
      form.append('file', content, 'file');
      const path = `/api/users/conversations/${id}/files`;
      const { signal } = new AbortController();
      const bases = { base, aiBase };
      return (await postForm({ bases, path, face: 'product', locale, form, onProgress, signal })) as TalkFile;
    },
    [base, aiBase, locale, id],
  );
}
