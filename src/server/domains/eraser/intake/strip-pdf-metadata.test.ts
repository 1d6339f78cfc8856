import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hasSecret, photoWithPlace } from '#tests/documents.ts';
import { openUploadChecks } from './intake.ts';
import { openPage } from './intake-types.ts';
import { stripPdfMetadata } from './strip-pdf-metadata.ts';

async function scanned() {
  const document = await PDFDocument.create();
  const photo = await document.embedJpg(await photoWithPlace());
  const page = document.addPage([300, 200]);
  page.drawImage(photo, { x: 0, y: 0, width: 300, height: 200 });
  const xmp = '<?xpacket?><x:xmpmeta><exif:GPSLatitude>SECRET-PLACE</exif:GPSLatitude></x:xmpmeta>';
  page.node.set(PDFName.of('Metadata'), document.context.register(document.context.stream(xmp)));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

test('EXIF and XMP locations are removed from the photos in a PDF, and its pages look the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-pdf-'));
  const intake = openUploadChecks();
  const pixels = async (name: string, pdf: Buffer) => {
    const path = join(folder, name);
    await writeFile(path, pdf);
    expect(await intake.drawPage(path, 0, `${path}-page`)).not.toHaveProperty('refused');
    return (await openPage(`${path}-page`)).raw().toBuffer();
  };
  try {
    const pdf = await scanned();
    expect(hasSecret(pdf)).toBe(true);
    const cleaned = stripPdfMetadata(Buffer.from(pdf));
    expect(hasSecret(cleaned)).toBe(false);
    expect(cleaned.includes('GPS')).toBe(false);
    expect(cleaned.length).toBe(pdf.length);
    expect((await pixels('kept', cleaned)).equals(await pixels('given', pdf))).toBe(true);
  } finally {
    await intake.close();
    await rm(folder, { recursive: true });
  }
});

test('bytes that only look like the start of metadata are left unchanged', async () => {
  const cut = Buffer.from('....\xff\xe1\xff\xffExif\0\0abc <x:xmpmeta abc', 'latin1');
  expect(stripPdfMetadata(Buffer.from(cut))).toEqual(cut);
  expect(stripPdfMetadata(Buffer.from('Exif\0\0', 'latin1'))).toEqual(Buffer.from('Exif\0\0', 'latin1'));
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  expect(stripPdfMetadata(Buffer.from(jpeg))).toEqual(jpeg);
});
