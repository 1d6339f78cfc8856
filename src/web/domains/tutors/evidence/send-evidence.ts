import type { Locale } from '#shared/locale.ts';
import type { EvidenceKind } from '#shared/uploads.ts';
import { type Api, ApiError, reach } from '#web/ground/api/api.ts';
import { postForm } from '#web/ground/api/post-form.ts';
import { tokenOf } from '#web/ground/api/renewal.ts';

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
  // Renews a token that has run out before the file is on its way.
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

/** The file as it is kept, which only a request with the owner's token gets. */
export async function fetchEvidence(api: Api, base: string, id: number): Promise<Blob> {
  await api('GET /api/users/evidence');
  const response = await reach(`${base}/api/users/evidence/${id}/file`, {
    headers: { authorization: `Bearer ${tokenOf('product') ?? ''}` },
    credentials: 'include',
  });
  if (!response.ok) throw new ApiError(await response.json());
  return response.blob();
}
