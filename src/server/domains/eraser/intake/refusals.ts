import type { Translations } from '#server/ground/http/errors.ts';
import { refusals } from '#server/ground/incoming/refusals.ts';

const { brokenPicture, hugePicture, brokenPdf, encryptedPdf } = refusals;

/** Why a file, or one page of it, is refused, with advice for the user. */
export const intakeRefusals = {
  empty: {
    'zh-Hant': '這個檔案是空的，請重新選擇',
    en: 'This file is empty; please choose it again',
  },
  type: {
    'zh-Hant': '請上載 JPEG、PNG、WebP、HEIC 圖片或 PDF 檔案',
    en: 'Please upload a JPEG, PNG, WebP or HEIC picture, or a PDF',
  },
  largeFile: {
    'zh-Hant': '這個檔案太大，請縮小或分開上載',
    en: 'This file is too large; please make it smaller or upload it in parts',
  },
  brokenPicture,
  hugePicture,
  tinyPicture: {
    'zh-Hant': '這張圖片太小，看不清試卷內容；請靠近一點重新拍攝',
    en: 'This picture is too small to read a paper from; please take it again from nearer',
  },
  brokenPdf,
  encryptedPdf,
  longPdf: {
    'zh-Hant': '這個 PDF 頁數太多，請只上載需要的頁面',
    en: 'This PDF has too many pages; please upload only the pages that matter',
  },
  tinyPage: {
    'zh-Hant': '這一頁的尺寸不正確，未能處理',
    en: 'The size of this page makes no sense, so it cannot be read',
  },
  slow: {
    'zh-Hant': '這個檔案太複雜，處理時間過長；請拍成相片或以「列印成 PDF」另存後再試',
    en: 'This file is too complex and took too long; please photograph it or print it to a new PDF',
  },
  heavy: {
    'zh-Hant': '這個檔案展開後太大，未能處理；請拍成相片或以「列印成 PDF」另存後再試',
    en: 'This file unpacks to too much to be read; please photograph it or print it to a new PDF',
  },
} satisfies Record<string, Translations>;

export type IntakeRefusal = keyof typeof intakeRefusals;
