import { z } from 'zod';
import type { Calls } from './call.ts';
import { rowParams } from './form-fields.ts';

export const evidenceKinds = [
  'student_card',
  'exam_results',
  'transcript',
  'certificate',
  'teacher_registration',
  'other',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];
/** `expired` and `revoked` evidence was verified once. */
const evidenceStatuses = ['pending', 'verified', 'refused', 'expired', 'revoked'] as const;

export const evidenceLimits = { bytes: 10 * 1024 * 1024, files: 10 } as const;
/** The types that the file chooser offers. The server determines a file's type by its content. */
export const evidenceTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;

export const Evidence = z
  .object({
    id: z.int(),
    kind: z.enum(evidenceKinds),
    media_type: z.string().describe('as it is kept: image/webp or application/pdf'),
    byte_size: z.int(),
    created_at: z.string(),
    status: z.enum(evidenceStatuses),
    decided_at: z.string().nullable(),
    reason: z.string().describe('why it was refused, as an operator wrote it; else empty'),
    expires_at: z.string().nullable().describe('when what was verified has to be shown again'),
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.infer<typeof Evidence>;

export const uploadCalls = {
  'POST /api/users/evidence': {
    summary: 'Add a photo (JPEG, PNG, WebP) or PDF that shows what the listing says',
    audience: 'user',
    upload: { field: 'file', maxBytes: evidenceLimits.bytes },
    body: z.object({ kind: z.enum(evidenceKinds) }),
    data: Evidence,
  },
  'GET /api/users/evidence': {
    summary: "One's own evidence",
    audience: 'user',
    data: z.object({ list: z.array(Evidence), total: z.int(), limit: z.int() }),
  },
  'GET /api/users/evidence/{id}/file': {
    summary: 'The file itself, as it is kept',
    audience: 'user',
    params: rowParams,
    download: ['image/webp', 'application/pdf'],
    data: z.custom<Blob>(),
  },
  'GET /api/operator/evidence/{id}/file': {
    summary: 'The file itself, for whoever decides about it',
    audience: 'operator',
    params: rowParams,
    download: ['image/webp', 'application/pdf'],
    data: z.custom<Blob>(),
  },
  'DELETE /api/users/evidence/{id}': {
    summary: 'Remove it, the file too',
    audience: 'user',
    params: rowParams,
    data: z.object({}),
  },
} satisfies Calls;
