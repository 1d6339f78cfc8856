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
export const aiExportArchivePath = '/api_ai/user/export.zip';

/** Something the caller shared, and how many copies of it others keep. */
const Copied = z.object({ title: z.string(), copies: z.int().min(1) }).meta({ id: 'Copied' });
const Copies = z
  .object({ threads: z.array(Copied), papers: z.array(Copied) })
  .describe('of threads and papers that the caller still has')
  .meta({ id: 'Copies' });

const deletion = {
  body: z.object({ request_id: z.string().max(100), code: z.string().regex(/^\d{6}$/) }),
  data: z.object({}),
};
const alone = 'for who uses the AI side alone';

export const privacyCalls = {
  'GET /api/users/export': {
    summary: 'Everything the product keeps of the caller',
    audience: 'user',
    whileSuspended: true,
    data: PersonalExport,
  },
  'GET /api/users/copies': {
    summary: 'Copies that others took of what the caller shared; they outlive the account',
    audience: 'user',
    whileSuspended: true,
    data: Copies,
  },
  'POST /api/users/delete_account': {
    summary: 'Delete the account, with a fresh SMS code; it cannot be undone',
    audience: 'user',
    whileSuspended: true,
    ...deletion,
  },
  'GET /api_ai/user/export': {
    summary: `Everything the product keeps of the caller, ${alone}`,
    audience: 'aiUser',
    whileSuspended: true,
    data: PersonalExport,
  },
  'GET /api_ai/user/copies': {
    summary: `Copies that others took of what the caller shared, ${alone}`,
    audience: 'aiUser',
    whileSuspended: true,
    data: Copies,
  },
  'POST /api_ai/user/delete_account': {
    summary: `Delete the account, with a fresh SMS code of the AI side, ${alone}`,
    audience: 'aiUser',
    whileSuspended: true,
    ...deletion,
  },
} satisfies Calls;
export type Copies = z.infer<typeof Copies>;
