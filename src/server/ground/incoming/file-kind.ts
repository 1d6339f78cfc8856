export type FileKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf';

/** How many bytes from the start of a file `kindOf` needs. */
export const headBytes = 32;

/** The brands of still pictures in HEVC; AV1 has others. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** The file type by its first bytes; the file name and the browser's content type are not trusted. */
export function kindOf(head: Uint8Array): FileKind | undefined {
  const has = (at: number, latin1: string) =>
    Buffer.from(head.subarray(at, at + latin1.length)).equals(Buffer.from(latin1, 'latin1'));
  if (has(0, '%PDF-')) return 'pdf';
  if (has(0, '\xff\xd8\xff')) return 'jpeg';
  if (has(0, '\x89PNG\r\n\x1a\n')) return 'png';
  if (has(0, 'RIFF') && has(8, 'WEBP')) return 'webp';
  if (has(4, 'ftyp') && heicBrands.some((brand) => has(8, brand))) return 'heic';
  return undefined;
}
