import { type Api, ApiError, fetchOutsideContract } from './api.ts';
import { tokenOf } from './renewal.ts';

/**
 * Fetches a file rather than an envelope. The call before it renews the access token if that is necessary.
 */
export async function fetchFile(api: Api, url: string, { headers, ...init }: RequestInit = {}) {
  await api('GET /api/users/info');
  const response = await fetchOutsideContract(url, {
    ...init,
    headers: { ...headers, authorization: `Bearer ${tokenOf('product') ?? ''}` },
    credentials: 'include',
  });
  if (!response.ok) throw new ApiError(await response.json());
  return response;
}

/** Offers a file that is already in memory as a browser download. */
export function saveFile(name: string, content: Blob) {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
