import { useCallback, useRef, useState } from 'react';
import type { ChatFile } from '#shared/chat/chat.ts';
import { chatLimits } from '#shared/chat/limits.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { postForm } from '#web/ground/api/post-form.ts';
import { problemMessage } from '#web/ground/api/use-action.ts';
import { newKey } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';

export type Attachment = {
  key: string;
  /** Shown while it is being uploaded. */
  content?: Blob | undefined;
  file?: ChatFile | undefined;
  /** Uploaded fraction, from 0 to 1. */
  sent?: number | undefined;
  /** Why the upload failed. */
  problem?: string | undefined;
};

export const acceptedTypes = 'image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf';

/** How often a file that is still being read is polled; each request waits some ten seconds itself. */
const mostPolls = 12;

/** The attachments of the next message: uploaded at once, read, corrected, and saved with the draft. */
export function useAttachments(onChange: (files: ChatFile[]) => void) {
  const t = useTranslate();
  const api = useApi();
  const toast = useToast();
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const latest = useRef(items);
  const saving = useRef(new Set<Promise<unknown>>());
  const uploads = useRef(new Map<string, AbortController>());
  const upload = useUpload();

  const change = useCallback(
    (next: readonly Attachment[]) => {
      latest.current = next;
      setItems(next);
      onChange(next.flatMap(({ file }) => file ?? []));
    },
    [onChange],
  );
  const put = useCallback(
    (key: string, changed: Partial<Attachment>) =>
      change(latest.current.map((item) => (item.key === key ? { ...item, ...changed } : item))),
    [change],
  );

  const read = useCallback(
    async (key: string, id: number) => {
      for (let polls = 0; polls < mostPolls; polls += 1) {
        if (!latest.current.some((item) => item.key === key)) return;
        const file = await api('POST /api_ai/chat_ai/files/{id}/text', { params: { id } });
        if (file.recognised_state !== 'waiting') return put(key, { file });
      }
    },
    [api, put],
  );

  const send = useCallback(
    async (key: string, content: Blob) => {
      put(key, { problem: undefined, sent: 0 });
      const controller = new AbortController();
      uploads.current.set(key, controller);
      try {
        const file = await upload(content, (sent) => put(key, { sent }), controller.signal);
        put(key, { file });
        // A file that cannot be read can still be sent, with its text typed beside it.
        read(key, file.id).catch(() => put(key, { file: { ...file, recognised_state: 'failed' } }));
      } catch (error) {
        if (!controller.signal.aborted) put(key, { problem: problemMessage(t, error) });
      }
    },
    [upload, put, read, t],
  );

  return {
    items,
    add: useCallback(
      (content: Blob) => {
        if (latest.current.length >= chatLimits.filesOfMessage)
          return void toast.error(t('chat.tooManyFiles', { count: chatLimits.filesOfMessage }));
        if (content.size > chatLimits.fileBytes)
          return void toast.error(t('chat.fileTooLarge', { megabytes: chatLimits.fileBytes / 1024 / 1024 }));
        const key = newKey();
        change([...latest.current, { key, content }]);
        void send(key, content);
      },
      [change, send, toast, t],
    ),
    /** Files of a draft, which are on the server already. */
    take: useCallback(
      (files: readonly ChatFile[]) => {
        change(files.map((file) => ({ key: newKey(), file })));
        for (const { key, file } of latest.current)
          if (file?.recognised_state === 'waiting') read(key, file.id).catch(() => {});
      },
      [change, read],
    ),
    retry: (key: string) => {
      const content = latest.current.find((item) => item.key === key)?.content;
      if (content) void send(key, content);
    },
    /** A removed file is deleted from the server after a day. */
    remove(key: string) {
      uploads.current.get(key)?.abort();
      change(latest.current.filter((item) => item.key !== key));
    },
    clear: () => change([]),
    /** Saves the user's correction of the recognised text. */
    correct(key: string, text: string) {
      const file = latest.current.find((item) => item.key === key)?.file;
      if (!file || file.recognised_text === text) return;
      const saved = api('PUT /api_ai/chat_ai/files/{id}/text', {
        params: { id: file.id },
        body: { text },
      }).then(
        (corrected) => put(key, { file: corrected }),
        (error) => {
          toast.error(problemMessage(t, error));
          throw error;
        },
      );
      saving.current.add(saved);
      saved.then(
        () => saving.current.delete(saved),
        () => saving.current.delete(saved),
      );
    },
    /** Waits for all corrections; returns whether all of them were saved. */
    saved: async () =>
      (await Promise.allSettled([...saving.current])).every(({ status }) => status === 'fulfilled'),
  };
}

function useUpload() {
  const { root, locale } = useShell();
  const base = root?.settings.apiBase ?? '';
  const aiBase = root?.settings.apiAiBase ?? '';
  return useCallback(
    async (content: Blob, onProgress: (part: number) => void, signal: AbortSignal) => {
      const form = new FormData();
      form.append('file', content, 'question');
      const path = '/api_ai/chat_ai/files';
      const bases = { base, aiBase };
      return (await postForm({ bases, path, face: 'ai', locale, form, onProgress, signal })) as ChatFile;
    },
    [base, aiBase, locale],
  );
}
