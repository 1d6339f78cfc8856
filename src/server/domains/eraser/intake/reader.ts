import { readFile, writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { DrawnPage, IntakeLimits, Probed, ReadAnswer, ReadRequest, Refused } from './intake-types.ts';
import type { Watched } from './watchdog.ts';

/** The process that reads files of strangers: no secrets in its environment, ended whenever it takes too much. */
const limits = JSON.parse(process.argv[2] ?? '') as IntakeLimits;
/** WebAssembly gives nothing back: the next file would have to answer for what this one took. */
const mostKept = limits.mostMemory * 0.4;
const busySince = new SharedArrayBuffer(8);
const since = new Float64Array(busySince);
const watched: Watched = { mostMemory: limits.mostMemory, patienceMs: limits.patienceMs, busySince };
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: watched, execArgv: [] });

process.on('disconnect', () => process.exit());
// Meant for the server, which may still want its answer; without the server this process ends anyhow.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('message', async (request: ReadRequest) => {
  since[0] = Date.now();
  const answer = await answerTo(request);
  since[0] = 0;
  process.send?.(answer);
});
process.send?.('ready');

async function answerTo(request: ReadRequest): Promise<ReadAnswer> {
  try {
    const answer = await read(request);
    return { answer, spoilt: process.memoryUsage.rss() > mostKept };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) return { failed: String(error) };
    // Out of a WebAssembly module that gave up: its memory is in no state to read another file.
    const refused = request.kind === 'pdf' ? 'brokenPdf' : 'brokenPicture';
    return { answer: { refused, cause: String(error) }, spoilt: true };
  }
}

async function read(request: ReadRequest): Promise<Probed | DrawnPage | Refused> {
  const bytes = await readFile(request.path);
  if (request.what === 'probe') return probe(bytes, request.kind);
  const kept = await draw(bytes, request);
  if ('refused' in kept) return kept;
  await writeFile(request.to, kept.bytes, { mode: 0o600 });
  return { ...kept.size, mediaType: kept.mediaType, bytes: kept.bytes.length };
}

// Each library is loaded when the first file wants it.
async function probe(bytes: Uint8Array, kind: ReadRequest['kind']) {
  if (kind === 'pdf') return (await import('./read-pdf.ts')).probePdf(bytes, limits);
  if (kind === 'heic') return (await import('./read-heic.ts')).probeHeic(bytes, limits);
  return (await import('./read-picture.ts')).probePicture(bytes, kind, limits);
}

async function draw(bytes: Uint8Array, { kind, index }: ReadRequest & { what: 'draw' }) {
  if (kind === 'pdf') return (await import('./read-pdf.ts')).drawPdf(bytes, index, limits);
  if (kind === 'heic') return (await import('./read-heic.ts')).drawHeic(bytes, limits);
  return (await import('./read-picture.ts')).drawPicture(bytes, kind, limits);
}
