/** In pixels of the picture that was given, upright. */
export type Box = { x: number; y: number; width: number; height: number };
/** `line` counts up in reading order; words of one line share it. `confidence` is 0–100. */
export type Word = { text: string; box: Box; confidence: number; line: number };
/** `text` has one line for each printed line, without spaces between Chinese characters. */
export type Recognised = { text: string; words: Word[] };

export type OcrLanguage = 'chi_tra' | 'eng';
export type RecogniseOptions = { languages?: OcrLanguage[]; signal?: AbortSignal };

export type Ocr = {
  /** Reads a picture (a path, or its bytes), one after another; throws AbortError when `signal` says so. */
  recognise(picture: string | Uint8Array, options?: RecogniseOptions): Promise<Recognised>;
  close(): Promise<void>;
};

/** One thread that starts with the first picture and ends after an idle while. */
export declare function openOcr(options?: { idleMs?: number; patienceMs?: number }): Ocr;
