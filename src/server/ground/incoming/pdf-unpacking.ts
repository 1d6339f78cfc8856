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

/** For the structure of a PDF, and for what is packed twice; its pictures are packed once: this is plenty. */
const mostUnpacked = 32 * 1024 * 1024;

const type = PDFName.of('Type');
const filter = PDFName.of('Filter');
const flate = PDFName.of('FlateDecode');
/** Filters that make more of less; one alone makes a thousand times as much at most, two a million times. */
const unpacking: unknown[] = ['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL'].map((name) =>
  PDFName.of(name),
);
const structural: unknown[] = ['ObjStm', 'XRef'].map((name) => PDFName.of(name));

/**
 * Throws when pdf-lib would unpack too much to read a document, or a later reader too much of a stream that is packed twice.
 * A thread's memory limit counts objects, not the buffers that a few kilobytes of zeros can be made to fill. Reads the
 * document by pdf-lib's own parser, so that no way of writing it hides a stream.
 */
export async function checkUnpackedSize(bytes: Uint8Array) {
  const parser = new MeasuringParser(bytes, ParseSpeeds.Fastest, true);
  const context = await parser.parseDocument();
  // Only now: the filters of a stream may be named by an object that comes after it.
  for (const [, object] of context.enumerateIndirectObjects())
    if (object instanceof PDFRawStream && isPackedTwice(object)) parser.measure(object);
}

const isPackedTwice = ({ dict }: PDFRawStream) =>
  filtersOf(dict).filter((name) => unpacking.includes(name)).length > 1;

/** Unpacks each stream that pdf-lib is about to unpack, within what is left, before pdf-lib does. */
class MeasuringParser extends PDFParser {
  #left = mostUnpacked;

  override parseObject(): PDFObject {
    const object = super.parseObject();
    if (object instanceof PDFRawStream && structural.includes(object.dict.lookup(type))) this.measure(object);
    return object;
  }

  measure({ dict, contents }: PDFRawStream) {
    let unpacked = contents;
    for (const name of filtersOf(dict)) {
      // Other filters unpack to as much, and nobody writes the structure with them, or packs with them twice.
      if (name !== flate) throw new Error(`a stream of the PDF is packed as ${name}`);
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
