import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import sharp from 'sharp';

const secret = 'SECRET-PLACE';

/** A photo as a phone takes it: rotated, with GPS coordinates in its EXIF data. */
export const photoWithPlace = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .jpeg()
    .withExif({
      IFD0: { Copyright: secret },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 18/1 0/1', GPSLongitudeRef: 'E' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();

export const picture = (format: 'png' | 'webp' | 'jpeg' | 'gif' | 'tiff') =>
  sharp({ create: { width: 40, height: 30, channels: 4, background: '#3a3' } })
    .toFormat(format)
    .toBuffer();

/** A PNG whose header claims enormous dimensions, followed by little but valid data. */
export function enormousPng(width: number, height: number) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(Math.min(height, 4000) * 1000));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(name: string, data: Buffer) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

function crc32(bytes: Buffer) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A PDF with author, title and page metadata, and an embedded photo with GPS data. */
export async function pdf(change?: (document: PDFDocument) => void | Promise<void>, pages = 1) {
  const document = await PDFDocument.create();
  document.setAuthor(secret);
  document.setTitle(secret);
  const photo = await document.embedJpg(await photoWithPlace());
  for (let count = 0; count < pages; count += 1) {
    const page = document.addPage([300, 300]);
    page.drawText('Transcript');
    page.drawImage(photo, { x: 10, y: 10, width: 50, height: 50 });
    page.node.set(
      PDFName.of('Metadata'),
      document.context.register(document.context.stream(`<x>${secret}</x>`)),
    );
  }
  await change?.(document);
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

export const scriptedPdf = () => pdf((document) => document.addJavaScript('main', 'app.alert(1)'));

/** A PDF that runs a script on opening, with the script's names written with #xx escapes. */
export async function disguisedScriptPdf() {
  const plain = await pdf((document) => {
    const action = document.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') });
    document.catalog.set(PDFName.of('OpenAction'), action);
  });
  const disguised = plain
    .toString('latin1')
    .replace('/JS (', '/J#53 (')
    .replace('/S /JavaScript', '/S /Java#53cript');
  if (/\/JS|\/JavaScript/.test(disguised)) throw new Error('the disguise does not hold');
  return Buffer.from(disguised, 'latin1');
}

export const actionOnOpeningPagePdf = () =>
  pdf((document) => {
    const action = document.context.obj({ S: 'Launch', F: PDFString.of('calc.exe') });
    document.getPage(0).node.set(PDFName.of('AA'), document.context.obj({ O: action }));
  });

export const pdfWithAttachment = () => pdf((document) => document.attach(Buffer.from('MZ'), 'setup.exe'));

/** A PDF that only declares encryption, which a reader cannot tell without the password. */
export const encryptedPdf = () =>
  pdf((document) => {
    const password = PDFHexString.of(createHash('sha256').update('x').digest('hex'));
    document.context.trailerInfo.Encrypt = document.context.register(
      document.context.obj({ Filter: 'Standard', V: 2, R: 3, Length: 128, P: -44, O: password, U: password }),
    );
  });

/** A small object stream that decompresses to `megabytes` of spaces. */
export async function pdfBomb(megabytes: number) {
  const document = await PDFDocument.create();
  document.addPage();
  const packed = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, ' '), { level: 9 });
  const dict = document.context.obj({
    Type: 'ObjStm',
    N: 1,
    First: 8,
    Filter: 'FlateDecode',
    Length: packed.length,
  });
  document.context.register(PDFRawStream.of(dict, packed));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

export const hasSecret = (bytes: Uint8Array) => Buffer.from(bytes).includes(secret);
