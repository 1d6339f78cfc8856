import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Files } from '#server/ground/files/files.ts';
import type { PersonalExport } from '#shared/privacy.ts';
import type { PersonalFile } from '#server/ground/db/personal-data.ts';

/** The export as a ZIP that is made while it is sent: one file open at a time, none of them whole in memory. */
export async function archiveOf(data: PersonalExport, personal: readonly PersonalFile[], files: Files) {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let open: Readable | undefined;
  zip.on('error', (error) => output.destroy(error));
  // Also when the browser went away in the middle.
  output.on('close', () => open?.destroy());

  const missing: string[] = [];
  for (const { key, name } of personal) {
    if ((await files.size(key)) === undefined) {
      missing.push(name);
      continue;
    }
    // Pictures and PDFs hardly shrink any more.
    zip.addReadStreamLazy(`files/${name}`, { compress: false }, (use) => {
      files.get(key).then(
        (stream) => {
          open = stream;
          if (stream) use(null, stream);
          else use(new Error('a file vanished while it was exported'), undefined as never);
        },
        use as (error: unknown) => void,
      );
    });
  }
  const index = missing.length > 0 ? { ...data, missing_files: missing } : data;
  zip.addBuffer(Buffer.from(JSON.stringify(index, null, 2)), 'data.json');
  zip.end();
  return output;
}
