import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Noto Sans TC, under the SIL Open Font License. */
export const chineseFontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf',
);

/** For documents that embed of it what they use. */
export const readChineseFont = () => readFile(chineseFontFile);
