import type { Api } from '../api.ts';
import { tokenOf } from './renewal.ts';
import { saveFile } from './save-file.ts';

/** The calls of src/shared/privacy.ts, by their declared shapes. */
type PrivacyApi = {
  (key: 'GET /api/users/export'): Promise<object>;
  (
    key: 'POST /api/users/delete_account',
    input: { body: { request_id: string; code: string } },
  ): Promise<object>;
};
const privacy = (api: Api) => api as unknown as PrivacyApi;

export async function downloadJson(api: Api) {
  const data = await privacy(api)('GET /api/users/export');
  saveFile('mingshi-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
}

/** The archive is a file, not an envelope: it is fetched with a token that a call before it has seen to. */
export async function downloadZip(api: Api, base: string) {
  await api('GET /api/users/info');
  const response = await fetch(`${base}/api/users/export.zip`, {
    headers: { authorization: `Bearer ${tokenOf('product') ?? ''}` },
    credentials: 'include',
  });
  if (!response.ok) throw new Error(`the archive was answered with ${response.status}`);
  saveFile('mingshi-data.zip', await response.blob());
}

export const deleteAccount = (api: Api, given: { request_id: string; code: string }) =>
  privacy(api)('POST /api/users/delete_account', { body: given });
