import type { Locale } from '#shared/locale.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { tokenOf } from '#web/ground/api/renewal.ts';
import { saveFile } from '#web/ground/api/save-file.ts';
import type { Month } from '../calendar/calendar-days.ts';

export const statementKinds = ['pdf', 'csv'] as const;
export type StatementKind = (typeof statementKinds)[number];
type Wanted = { base: string; locale: Locale; classId: number; month: Month; kind: StatementKind };

/** A file, not an envelope: it is fetched with a token that a call before it has seen to. */
export async function downloadStatement(api: Api, { base, locale, classId, month, kind }: Wanted) {
  await api('GET /api/users/info');
  const response = await fetch(`${base}/api/users/classes/${classId}/statement.${kind}?month=${month}`, {
    headers: { authorization: `Bearer ${tokenOf('product') ?? ''}`, 'accept-language': locale },
    credentials: 'include',
  });
  if (!response.ok) throw new ApiError(await response.json());
  saveFile(`mingshi-${classId}-${month}.${kind}`, await response.blob());
}
