import { type Api, fetchOutsideContract, NotReached } from '#web/ground/api/api.ts';
import { tokenOf } from '#web/ground/api/renewal.ts';
import { saveFile } from '#web/ground/api/save-file.ts';

export async function downloadJson(api: Api) {
  const data = await api('GET /api/users/export');
  saveFile('mingshi-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
}

/** The archive is a file, not an envelope; the call before it renews the access token if that is necessary. */
export async function downloadZip(api: Api, base: string) {
  await api('GET /api/users/info');
  const response = await fetchOutsideContract(`${base}/api/users/export.zip`, {
    headers: { authorization: `Bearer ${tokenOf('product') ?? ''}` },
    credentials: 'include',
  });
  if (!response.ok) throw new NotReached(`the archive was answered with ${response.status}`);
  saveFile('mingshi-data.zip', await response.blob());
}

export const deleteAccount = (api: Api, confirmation: { request_id: string; code: string }) =>
  api('POST /api/users/delete_account', { body: confirmation });
