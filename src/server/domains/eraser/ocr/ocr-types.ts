/** In pixels of the input picture turned upright. */
export type Box = { x: number; y: number; width: number; height: number };
/** `line` counts up in reading order; words of one line share it. `confidence` is 0–100. */
export type Word = { text: string; box: Box; confidence: number; line: number };
/** `text` has one line for each printed line, without spaces between Chinese characters. */
export type Recognised = { text: string; words: Word[] };

export type OcrLanguage = 'chi_tra' | 'eng';
