import type { codes } from '#shared/codes.ts';
import type { Locale } from '#shared/locale.ts';
import type { EvidenceKind } from '#shared/uploads.ts';
import { refreshCsrf, tokenOf } from '../../accounts/renewal.ts';
import { type Api, ApiError } from '../../api.ts';
import { readCookie } from '../../cookies.ts';

const csrfFailed: (typeof codes)['csrfFailed']['code'] = 3004;

type Sending = {
  api: Api;
  base: string;
  locale: Locale;
  kind: EvidenceKind;
  file: File;
  onProgress: (part: number) => void;
  signal: AbortSignal;
};

/**
 * The one call that does not go through the call layer: fetch cannot tell how much of a file has gone out, and on a
 * phone's network ten megabytes take long enough to want to know.
 */
export async function sendEvidence({ api, base, ...sending }: Sending) {
  // Renews a token that has run out before the file is on its way.
  await api('GET /api/users/evidence');
  const url = `${base}/api/users/evidence`;
  let answer = await post(url, sending);
  if (answer.code === csrfFailed) {
    await refreshCsrf({ base, aiBase: base });
    answer = await post(url, sending);
  }
  if (answer.code !== 0) throw new ApiError(answer);
}

type Envelope = { code: number; data: unknown; message: string };

function post(url: string, { locale, kind, file, onProgress, signal }: Omit<Sending, 'api' | 'base'>) {
  return new Promise<Envelope>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.withCredentials = true;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', locale);
    request.setRequestHeader('authorization', `Bearer ${tokenOf('product') ?? ''}`);
    request.setRequestHeader('x-csrftoken', readCookie('csrftoken') ?? '');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(JSON.parse(request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new Error('the file could not be sent'));
    request.onabort = () => reject(signal.reason);
    signal.throwIfAborted();
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    // Before the file: the server reads the parts as they come.
    form.set('kind', kind);
    form.set('file', file);
    request.send(form);
  });
}

/** The file as it is kept, which only a request with the owner's token gets. */
export async function fetchEvidence(api: Api, base: string, id: number): Promise<Blob> {
  await api('GET /api/users/evidence');
  const response = await fetch(`${base}/api/users/evidence/${id}/file`, {
    headers: { authorization: `Bearer ${tokenOf('product') ?? ''}` },
    credentials: 'include',
  });
  if (!response.ok) throw new ApiError((await response.json()) as Envelope);
  return response.blob();
}
