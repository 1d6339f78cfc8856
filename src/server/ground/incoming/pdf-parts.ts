import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from 'pdf-lib';
import { withoutJpegMetadata } from './jpeg-metadata.ts';
import { checkUnpackedSize } from './pdf-unpacking.ts';
import type { Cleaned } from './refusals.ts';

const maxPages = 20;

/** Dictionary keys of actions, scripts and attachments. */
const activeKeys = new Set(
  ['JS', 'JavaScript', 'AA', 'EmbeddedFiles', 'EF', 'XFA', 'RichMediaContent', 'Launch'].map((name) =>
    PDFName.of(name),
  ),
);
const activeValues = new Set(
  [
    ...[
      'JavaScript',
      'Launch',
      'SubmitForm',
      'ImportData',
      'GoToE',
      'GoToR',
      'Rendition',
      'RichMediaExecute',
    ],
    ...['EmbeddedFile', 'FileAttachment', 'RichMedia', 'Movie', 'Sound', 'Screen', '3D'],
  ].map((name) => PDFName.of(name)),
);
/** Dictionary keys with the origin of a document: when, by whom and with which software it was made. */
const metadataKeys = ['Metadata', 'PieceInfo', 'LastModified'].map((name) => PDFName.of(name));

/** Copies the pages of a PDF into a new one without title, author, date, script or attachment. */
export async function cleanPdfHere(bytes: Uint8Array): Promise<Cleaned> {
  try {
    await checkUnpackedSize(bytes);
    const source = await PDFDocument.load(bytes, {
      throwOnInvalidObject: true,
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
    });
    if (source.getPageCount() > maxPages) return { refused: 'longPdf' };
    if (source.getPageCount() === 0) return { refused: 'brokenPdf' };
    const objects = source.context.enumerateIndirectObjects();
    if (objects.some(([, object]) => isActive(object))) return { refused: 'activePdf' };
    // Done before copying the pages: objects they no longer refer to are not copied.
    for (const [ref, object] of objects) source.context.assign(ref, withoutMetadata(object));
    const made = await PDFDocument.create({ updateMetadata: false });
    for (const page of await made.copyPages(source, source.getPageIndices())) made.addPage(page);
    return { bytes: await made.save({ addDefaultPage: false }), mediaType: 'application/pdf' };
  } catch (error) {
    // An encrypted document fails in as many ways as a broken one, but contains the plain text /Encrypt.
    const refused = Buffer.from(bytes).includes('/Encrypt') ? 'encryptedPdf' : 'brokenPdf';
    return { refused, cause: String(error) };
  }
}

function isActive(object: PDFObject): boolean {
  if (object instanceof PDFName) return activeValues.has(object);
  if (object instanceof PDFArray) return object.asArray().some(isActive);
  if (object instanceof PDFStream) return isActive(object.dict);
  if (object instanceof PDFDict)
    return object.entries().some(([key, value]) => activeKeys.has(key) || isActive(value));
  return false;
}

function withoutMetadata(object: PDFObject): PDFObject {
  stripMetadata(object);
  if (!(object instanceof PDFRawStream) || !isJpeg(object.dict)) return object;
  return PDFRawStream.of(object.dict, withoutJpegMetadata(object.contents) ?? object.contents);
}

function stripMetadata(object: PDFObject) {
  if (object instanceof PDFStream) stripMetadata(object.dict);
  if (object instanceof PDFArray) for (const item of object.asArray()) stripMetadata(item);
  if (!(object instanceof PDFDict)) return;
  for (const key of metadataKeys) object.delete(key);
  for (const value of object.values()) stripMetadata(value);
}

function isJpeg(dict: PDFDict) {
  const filter = dict.lookup(PDFName.of('Filter'));
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  return only === PDFName.of('DCTDecode');
}
