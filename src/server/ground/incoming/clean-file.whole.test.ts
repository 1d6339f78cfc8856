import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import * as made from '#tests/documents.ts';
import { onePage, stream } from '#tests/hostile-files/raw-pdf.ts';
import { processorTime } from '#tests/processor-time.ts';
import { cleanFile, cleanPdf } from './clean-file.ts';
import { type Refusal, refusals } from './refusals.ts';

const clean = (bytes: Uint8Array) => cleanFile(bytes, 'en');
async function refusalOf(bytes: Uint8Array) {
  const error = await clean(bytes).then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ code: 'wrongType' });
  return Object.entries(refusals).find(([, words]) => words.en === error.fields.file)?.[0] as Refusal;
}

describe('pictures', () => {
  test('EXIF location and camera data are removed, and the picture is turned upright', async () => {
    const photo = await made.photoWithPlace();
    expect(made.hasSecret(photo)).toBe(true);
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    const { bytes, mediaType } = await clean(photo);
    expect(mediaType).toBe('image/webp');
    const { format, width, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 200, height: 300 });
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(made.hasSecret(bytes)).toBe(false);
  });

  test.each(['png', 'webp', 'jpeg'] as const)('%s is accepted', async (format) => {
    expect((await clean(await made.picture(format))).mediaType).toBe('image/webp');
  });

  test('a large picture is scaled down', async () => {
    const { bytes } = await clean(await made.photoWithPlace(6000, 3000));
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([1200, 2400]);
  });

  test('other content appended to a picture (polyglot file) is removed', async () => {
    const payload = '<script>alert(1)</script>PK\x03\x04';
    const polyglot = Buffer.concat([await made.picture('jpeg'), Buffer.from(payload, 'latin1')]);
    const { bytes } = await clean(polyglot);
    expect(Buffer.from(bytes).includes('<script>')).toBe(false);
    expect(Buffer.from(bytes).includes('PK\x03\x04')).toBe(false);
  });

  test('a picture with enormous dimensions is refused before it is decoded', async () => {
    const spentMs = processorTime();
    expect(await refusalOf(made.enormousPng(100_000, 100_000))).toBe('hugePicture');
    expect(await refusalOf(made.enormousPng(60_000, 1000))).toBe('hugePicture');
    expect(spentMs()).toBeLessThan(3000);
  });

  test('a truncated picture is refused', async () => {
    const whole = await made.photoWithPlace(1500, 1000);
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).toBe('brokenPicture');
    expect(await refusalOf(made.enormousPng(1000, 5000))).toBe('brokenPicture');
  });

  test.each(['gif', 'tiff'] as const)('%s is refused', async (format) => {
    expect(await refusalOf(await made.picture(format))).toBe('type');
  });
});

test.each([
  ['an empty file', ''],
  ['plain text', 'just text'],
  ['an HTML page', '<!doctype html><script>alert(1)</script>'],
  ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a ZIP archive', 'PK\x03\x04'],
  ['a PDF after a GIF header', 'GIF89a%PDF-1.7'],
])('%s is refused as an unsupported type', async (_, text) => {
  expect(await refusalOf(Buffer.from(text, 'latin1'))).toBe('type');
});

describe('PDFs', () => {
  test('pages are kept; author, title, dates and EXIF data of photos are removed', async () => {
    const original = await made.pdf(undefined, 3);
    expect(made.hasSecret(original)).toBe(true);
    const { bytes, mediaType } = await clean(original);
    expect(mediaType).toBe('application/pdf');
    expect(made.hasSecret(bytes)).toBe(false);
    const cleaned = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(cleaned.getPageCount()).toBe(3);
    expect([cleaned.getAuthor(), cleaned.getTitle(), cleaned.getCreationDate()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    // The photo itself is still there.
    expect(Buffer.from(bytes).includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(true);
    expect(Buffer.from(bytes).includes('Exif')).toBe(false);
  });

  test('a PDF of twenty pages is accepted, one of twenty-one is refused', async () => {
    expect((await clean(await made.pdf(undefined, 20))).mediaType).toBe('application/pdf');
    expect(await refusalOf(await made.pdf(undefined, 21))).toBe('longPdf');
  });

  test.each([
    ['scripts', made.scriptedPdf],
    ['escaped script names', made.disguisedScriptPdf],
    ['an action on opening a page', made.actionOnOpeningPagePdf],
    ['attachments', made.pdfWithAttachment],
  ])('a PDF with %s is refused', async (_, make) => {
    expect(await refusalOf(await make())).toBe('activePdf');
  });

  test('an encrypted PDF is refused', async () => {
    expect(await refusalOf(await made.encryptedPdf())).toBe('encryptedPdf');
  });

  test('an empty, truncated or deeply nested PDF is refused', async () => {
    const whole = await made.pdf();
    expect(await refusalOf(Buffer.from('%PDF-1.7\n'))).toBe('brokenPdf');
    expect(await refusalOf(whole.subarray(0, 400))).toBe('brokenPdf');
    const deep = `%PDF-1.7\n1 0 obj\n${'['.repeat(200_000)}`;
    expect(['brokenPdf', 'slow']).toContain(await refusalOf(Buffer.from(deep)));
  });

  test('a PDF bomb that decompresses to 300 MB is refused with bounded memory', async () => {
    const bomb = await made.pdfBomb(300);
    expect(bomb.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage().rss;
    expect(await refusalOf(bomb)).toBe('brokenPdf');
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  describe('whose structure unpacks to too much are refused, also when', () => {
    const spaces = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, ' ');
    const packed = (content: Buffer) => deflateSync(content, { level: 9 });
    const objects = (dict: string, content: Buffer) => stream(`/N 1 /First 8 ${dict}`, content);
    const withPage = (...more: (string | Buffer)[]) => onePage('', { more });
    const flate = '/Filter /FlateDecode';
    let bomb: Buffer;
    beforeAll(() => {
      bomb = packed(spaces(300));
    });

    test.each<[string, () => Buffer]>([
      ['its kind is written in escapes', () => withPage(objects(`/Type /Obj#53tm ${flate}`, bomb))],
      ['its kind is another object', () => withPage('/ObjStm', objects(`/Type 5 0 R ${flate}`, bomb))],
      [
        'its filter is another object',
        () => withPage('/FlateDecode', objects('/Type /ObjStm /Filter 5 0 R', bomb)),
      ],
      ['its length is a lie', () => withPage(objects(`/Type /ObjStm ${flate} /Length 7`, bomb))],
      [
        'it is a table of references',
        () => withPage(stream(`/Type /XRef /Size 1 /W [1 1 1] ${flate}`, bomb)),
      ],
      [
        'it is packed twice',
        () => withPage(objects('/Type /ObjStm /Filter [/FlateDecode /FlateDecode]', packed(bomb))),
      ],
      [
        'it is packed by other means',
        () => withPage(objects('/Type /ObjStm /Filter /RunLengthDecode', bomb)),
      ],
      [
        'it comes in small streams',
        () => withPage(...Array(20).fill(objects(`/Type /ObjStm ${flate}`, packed(spaces(4))))),
      ],
    ])('%s', async (_, make) => {
      const bytes = make();
      const before = process.memoryUsage().rss;
      expect(await refusalOf(bytes)).toBe('brokenPdf');
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    });
  });

  describe('whose pages unpack to too much through two filters are refused:', () => {
    const packed = (content: Buffer) => deflateSync(content, { level: 9 });
    const hex = (content: Buffer) => Buffer.from(`${content.toString('hex')}>`);
    const picture = '/Type /XObject /Subtype /Image /Width 20000 /Height 20000 /BitsPerComponent 8';
    const withPicture = (filters: string, content: Buffer, ...more: string[]) =>
      onePage('/X Do', {
        resources: '/XObject << /X 5 0 R >>',
        more: [stream(`${picture} /ColorSpace /DeviceGray /Filter ${filters}`, content), ...more],
      });
    let once: Buffer;
    beforeAll(() => {
      once = packed(Buffer.alloc(400 * 1024 * 1024, ' '));
    });

    test.each<[string, () => Buffer]>([
      ['a content', () => onePage(stream('/Filter [/FlateDecode /FlateDecode]', packed(once)))],
      ['a picture', () => withPicture('[/FlateDecode /FlateDecode]', packed(once))],
      ['names in escapes', () => withPicture('[/Flate#44ecode /FlateDecode]', packed(once))],
      ['filters in another object', () => withPicture('6 0 R', packed(once), '[/FlateDecode /FlateDecode]')],
      ['behind letters', () => withPicture('[/ASCIIHexDecode /FlateDecode /FlateDecode]', hex(packed(once)))],
      [
        'runs inside',
        () => withPicture('[/FlateDecode /RunLengthDecode]', packed(Buffer.alloc(4_000_000, 129))),
      ],
      ['other words', () => withPicture('[/LZWDecode /FlateDecode]', once)],
      ['a picture inside', () => withPicture('[/FlateDecode /FlateDecode /DCTDecode]', packed(once))],
    ])('%s', async (_, make) => {
      const before = process.memoryUsage().rss;
      expect(await refusalOf(make())).toBe('brokenPdf');
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    });

    test('what is little is read, and so are letters around one filter', async () => {
      const little = packed(packed(Buffer.from('0 0 9 9 re f')));
      const honest = onePage(stream('/Filter [/FlateDecode /FlateDecode]', little));
      expect((await clean(honest)).mediaType).toBe('application/pdf');
      const letters = onePage(
        stream('/Filter [/ASCIIHexDecode /FlateDecode]', hex(packed(Buffer.from('0 0 9 9 re f')))),
      );
      expect((await clean(letters)).mediaType).toBe('application/pdf');
    });
  });

  test('are read although a picture in them unpacks to much', async () => {
    const size = '/Width 8000 /Height 8000 /BitsPerComponent 8 /ColorSpace /DeviceGray';
    const picture = stream(
      `/Type /XObject /Subtype /Image ${size} /Filter /FlateDecode`,
      deflateSync(Buffer.alloc(64_000_000)),
    );
    const scan = onePage('/X Do', { resources: '/XObject << /X 5 0 R >>', more: [picture] });
    expect((await clean(scan)).mediaType).toBe('application/pdf');
  });

  test('are given up when they take too long, and the event loop goes on meanwhile', async () => {
    const large = await made.pdf(undefined, 20);
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    expect(await cleanPdf(large, 1)).toMatchObject({ refused: 'slow', cause: { code: 'tooSlow' } });
    await clean(large);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
  });
});

test('of 25 concurrent uploads, those beyond the queue limit of 18 are refused with tooMany', async () => {
  const photo = await made.photoWithPlace();
  const all = await Promise.allSettled(Array.from({ length: 25 }, () => clean(photo)));
  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(7).fill('tooMany'));
  expect((await clean(photo)).mediaType).toBe('image/webp');
});
