import { readFile, writeFile } from 'node:fs/promises';
import type { DrawnPage, IntakeLimits, Probed, ReadRequest, Refused } from './intake-types.ts';
import type { IntakeRefusal } from './refusals.ts';

/** What a file is called that a library broke on. */
export const brokenAs = (kind: ReadRequest['kind']): IntakeRefusal =>
  kind === 'pdf' ? 'brokenPdf' : 'brokenPicture';

/** Reads a file in this very process; whoever does not trust the file does it in a process of its own. */
export async function readHere(
  request: ReadRequest,
  limits: IntakeLimits,
): Promise<Probed | DrawnPage | Refused> {
  const bytes = await readFile(request.path);
  if (request.what === 'probe') return probe(bytes, request.kind, limits);
  const kept = await draw(bytes, request, limits);
  if ('refused' in kept) return kept;
  await writeFile(request.to, kept.bytes, { mode: 0o600 });
  return { ...kept.size, mediaType: kept.mediaType, bytes: kept.bytes.length };
}

// Each library is loaded when the first file wants it.
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
