import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDocument as AnyPdf } from 'pdf-lib';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { chineseFontFile } from '../../src/server/ground/files/chinese-font.ts';

/** A photo that says something in its EXIF data, which has no Chinese, and in its XMP data. */
export const withMetadata = (picture: Uint8Array, text: string) =>
  sharp(picture)
    .withExif({ IFD0: { ImageDescription: text } })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
       <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="${text}"/></rdf:RDF></x:xmpmeta>`,
    )
    .jpeg()
    .toBuffer();

/** One page with one line on it. */
export async function printPdf(line: string, title: string): Promise<Buffer> {
  const document = new PDFDocument({
    font: chineseFontFile,
    size: 'A4',
    info: { Title: title, Author: title },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.fontSize(8).text(line).end();
  await ended;
  return Buffer.concat(parts);
}

let library: Promise<PDFiumLibrary> | undefined;
/** What stands on the pages of a PDF, and what it says of itself. */
export async function textOfPdf(bytes: Buffer): Promise<string> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(bytes);
  const pages = [...document.pages()].map((page) => page.getText());
  document.destroy();
  const known = await AnyPdf.load(bytes, { ignoreEncryption: true, updateMetadata: false });
  const said = [known.getTitle(), known.getAuthor(), known.getSubject(), known.getKeywords()];
  return [...pages, ...said.filter((text) => text !== undefined)].join('\n');
}
