import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Noto Sans TC, under the SIL Open Font License. */
export const chineseFontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf',
);

/** The font file, for documents that embed a subset of it. */
export const readChineseFont = () => readFile(chineseFontFile);
