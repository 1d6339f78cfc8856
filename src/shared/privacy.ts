import { z } from 'zod';
import type { Calls } from './call.ts';

export const PersonalExport = z
  .object({
    made_at: z.iso.datetime(),
    files: z.array(z.string()).describe('what /api/users/export.zip holds beside this'),
    data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  })
  .meta({ id: 'PersonalExport' });
export type PersonalExport = z.infer<typeof PersonalExport>;

/** The same data with every file, as a ZIP archive; no envelope, but the same bearer token. */
export const exportArchivePath = '/api/users/export.zip';

export const privacyCalls = {
  'GET /api/users/export': {
    summary: 'Everything the product keeps of the caller',
    audience: 'user',
    whileSuspended: true,
    data: PersonalExport,
  },
  'POST /api/users/delete_account': {
    summary: 'Delete the account, with a fresh SMS code; it cannot be undone',
    audience: 'user',
    whileSuspended: true,
    body: z.object({ request_id: z.string().max(100), code: z.string().regex(/^\d{6}$/) }),
    data: z.object({}),
  },
} satisfies Calls;
