import type { Locale } from '#shared/locale.ts';
import type { EvidenceKind } from '#shared/uploads.ts';
import type { Api } from '#web/ground/api/api.ts';
import { postForm } from '#web/ground/api/post-form.ts';
import { fetchFile } from '#web/ground/api/save-file.ts';

type Sending = {
  api: Api;
  base: string;
  locale: Locale;
  kind: EvidenceKind;
  file: File;
  onProgress: (part: number) => void;
  signal: AbortSignal;
};

export async function sendEvidence({ api, base, kind, file, ...sending }: Sending) {
  // Renews an expired token before the file is uploaded.
  await api('GET /api/users/evidence');
  const form = new FormData();
  form.set('kind', kind);
  form.set('file', file);
  await postForm({
    ...sending,
    bases: { base, aiBase: base },
    path: '/api/users/evidence',
    face: 'product',
    form,
  });
}

/** The stored file, which needs the owner's token. */
export async function fetchEvidence(api: Api, base: string, id: number): Promise<Blob> {
  return (await fetchFile(api, `${base}/api/users/evidence/${id}/file`)).blob();
}
