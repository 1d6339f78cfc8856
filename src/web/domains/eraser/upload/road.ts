import type { CachedFile, OpenUpload } from '#shared/eraser/files.ts';
import type { Locale } from '#shared/locale.ts';
import type { Api } from '#web/ground/api/api.ts';
import { postForm } from '#web/ground/api/post-form.ts';
import type { Bases } from '#web/ground/api/renewal.ts';
import type { Road } from './send-file.ts';

export type RoadOptions = { api: Api; bases: Bases; locale: Locale };

/** Over HTTP, with the caller's AI session. */
export function roadTo({ api, bases, locale }: RoadOptions, signal: AbortSignal): Road {
  const post = (path: string, onProgress: (part: number) => void, fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return postForm({ bases, locale, face: 'ai', path, form, onProgress, signal });
  };
  return {
    begin: (body) => api('POST /api_ai/eraser/upload', { body }),
    chunk: (id, offset, chunk, onSent) =>
      post(`/api_ai/eraser/upload/${id}/chunk`, onSent, {
        offset: String(offset),
        chunk,
      }) as Promise<OpenUpload>,
    whole: (file, onSent) =>
      post('/api_ai/eraser/cache_file', onSent, {
        name: file.name.slice(-200),
        file,
      }) as Promise<CachedFile>,
  };
}
