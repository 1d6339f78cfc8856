import { withSignsOfMathematics } from '../ocr/mathematics.ts';
import { openOcr } from '../ocr/ocr.ts';

/** One for all that reads here: pictures take turns, whoever asked. */
export const ocr = openOcr();

export const readText = async (path: string, signal: AbortSignal) =>
  withSignsOfMathematics((await ocr.recognise(path, { signal })).text);
