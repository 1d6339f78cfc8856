import { readFile, writeFile } from 'node:fs/promises';
import type { DrawnPage, IntakeLimits, Probed, ReadRequest, Refused } from './intake-types.ts';
import type { IntakeRefusal } from './refusals.ts';

/** Refusal for a file that a library failed to read. */
export const brokenAs = (kind: ReadRequest['kind']): IntakeRefusal =>
  kind === 'pdf' ? 'brokenPdf' : 'brokenPicture';

/** Reads a file in the current process; untrusted files are read in a separate reader process. */
export async function readInProcess(
  request: ReadRequest,
  limits: IntakeLimits,
): Promise<Probed | DrawnPage | Refused> {
  const bytes = await readFile(request.path);
  if (request.what === 'probe') return probe(bytes, request.kind, limits);
  const drawn = await draw(bytes, request, limits);
  if ('refused' in drawn) return drawn;
  await writeFile(request.to, drawn.bytes, { mode: 0o600 });
  return { ...drawn.size, mediaType: drawn.mediaType, bytes: drawn.bytes.length };
}

// Each library is loaded when the first file needs it.
async function probe(bytes: Uint8Array, kind: ReadRequest['kind'], limits: IntakeLimits) {
  if (kind === 'pdf') return (await import('./read-pdf.ts')).probePdf(bytes, limits);
  if (kind === 'heic') return (await import('./read-heic.ts')).probeHeic(bytes, limits);
  return (await import('./read-picture.ts')).probePicture(bytes, kind, limits);
}

async function draw(
  bytes: Uint8Array,
  { kind, index }: ReadRequest & { what: 'draw' },
  limits: IntakeLimits,
) {
  if (kind === 'pdf') return (await import('./read-pdf.ts')).drawPdf(bytes, index, limits);
  if (kind === 'heic') return (await import('./read-heic.ts')).drawHeic(bytes, limits);
  return (await import('./read-picture.ts')).drawPicture(bytes, kind, limits);
}
