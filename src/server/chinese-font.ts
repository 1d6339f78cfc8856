import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const file = '@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf';

/** Noto Sans TC, under the SIL Open Font License: for documents that embed of it what they use. */
export const readChineseFont = () => readFile(createRequire(import.meta.url).resolve(file));
