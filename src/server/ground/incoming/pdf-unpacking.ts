import { constants, inflateSync } from 'node:zlib';
import {
  ParseSpeeds,
  PDFArray,
  type PDFDict,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFRawStream,
} from 'pdf-lib';

/** Only the structure of a PDF is unpacked to read it, not its pictures: this is plenty. */
const mostUnpacked = 32 * 1024 * 1024;

const type = PDFName.of('Type');
const filter = PDFName.of('Filter');
const flate = PDFName.of('FlateDecode');
const structural: unknown[] = ['ObjStm', 'XRef'].map((name) => PDFName.of(name));

/**
 * Throws when pdf-lib would unpack too much to read a document. A thread's memory limit counts objects, not the buffers that
 * a few kilobytes of zeros can be made to fill. Reads the document by pdf-lib's own parser, so that no way of writing it
 * hides a stream.
 */
export async function checkUnpackedSize(bytes: Uint8Array) {
  await new MeasuringParser(bytes, ParseSpeeds.Fastest, true).parseDocument();
}

/** Unpacks each stream that pdf-lib is about to unpack, within what is left, before pdf-lib does. */
class MeasuringParser extends PDFParser {
  #left = mostUnpacked;

  override parseObject(): PDFObject {
    const object = super.parseObject();
    if (object instanceof PDFRawStream && structural.includes(object.dict.lookup(type)))
      this.#measure(object);
    return object;
  }

  #measure({ dict, contents }: PDFRawStream) {
    let unpacked = contents;
    for (const name of filtersOf(dict)) {
      // Other filters unpack to as much, and nobody writes the structure of a document with them.
      if (name !== flate) throw new Error(`the structure of the PDF is packed as ${name}`);
      if (this.#left === 0) throw new Error('the PDF unpacks to too much');
      // pdf-lib reads streams that are cut short; what else zlib refuses is refused.
      unpacked = inflateSync(unpacked, {
        maxOutputLength: this.#left,
        finishFlush: constants.Z_SYNC_FLUSH,
      });
      this.#left -= unpacked.length;
    }
  }
}

function filtersOf(dict: PDFDict): (PDFObject | undefined)[] {
  const filters = dict.lookup(filter);
  if (filters instanceof PDFArray) return filters.asArray().map((_, index) => filters.lookup(index));
  return filters ? [filters] : [];
}
