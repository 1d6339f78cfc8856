import { aiExportArchivePath, exportArchivePath } from '#shared/privacy.ts';
import { type Api, fetchOutsideContract, NotReached } from '#web/ground/api/api.ts';
import { type AppSide, tokenOf } from '#web/ground/api/renewal.ts';
import { saveFile } from '#web/ground/api/save-file.ts';

export async function downloadJson(api: Api, side: AppSide) {
  const data = await api(side === 'ai' ? 'GET /api_ai/user/export' : 'GET /api/users/export');
  saveFile('mingshi-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
}

/** The archive is a file, not an envelope; the call before it renews the access token if that is necessary. */
export async function downloadZip(api: Api, side: AppSide, { apiBase, apiAiBase }: Bases) {
  await api(side === 'ai' ? 'GET /api_ai/user/profile' : 'GET /api/users/info');
  const url = side === 'ai' ? `${apiAiBase}${aiExportArchivePath}` : `${apiBase}${exportArchivePath}`;
  const response = await fetchOutsideContract(url, {
    headers: { authorization: `Bearer ${tokenOf(side) ?? ''}` },
    credentials: 'include',
  });
  if (!response.ok) throw new NotReached(`the archive was answered with ${response.status}`);
  saveFile('mingshi-data.zip', await response.blob());
}

type Bases = { apiBase: string; apiAiBase: string };

export const deleteAccount = (api: Api, side: AppSide, confirmation: { request_id: string; code: string }) =>
  api(side === 'ai' ? 'POST /api_ai/user/delete_account' : 'POST /api/users/delete_account', {
    body: confirmation,
  });
