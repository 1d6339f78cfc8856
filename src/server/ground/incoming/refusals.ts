import type { Translations } from '../http/errors.ts';

/** Messages to the user: why a file is refused and what to do. */
export const refusals = {
  type: {
    'zh-Hant': '請上載 JPEG、PNG、WebP 圖片或 PDF 檔案',
    en: 'Please upload a JPEG, PNG or WebP picture, or a PDF',
  },
  brokenPicture: {
    'zh-Hant': '這張圖片已損壞或不完整，請重新拍攝或另存後再試',
    en: 'This picture is damaged or incomplete; please take or save it again',
  },
  hugePicture: {
    'zh-Hant': '圖片的解像度太高，請縮小後再試',
    en: 'This picture has too many pixels; please make it smaller',
  },
  brokenPdf: {
    'zh-Hant': '這個 PDF 已損壞或不完整，請重新匯出後再試',
    en: 'This PDF is damaged or incomplete; please export it again',
  },
  encryptedPdf: {
    'zh-Hant': '這個 PDF 有密碼保護，請移除密碼後再試',
    en: 'This PDF is protected by a password; please remove it first',
  },
  longPdf: {
    'zh-Hant': '這個 PDF 超過 20 頁，請只上載需要的頁面',
    en: 'This PDF has more than 20 pages; please upload only the pages that matter',
  },
  activePdf: {
    'zh-Hant': '這個 PDF 含有程式或附件，請以「列印成 PDF」另存後再試',
    en: 'This PDF contains scripts or attachments; please print it to a new PDF first',
  },
  slow: {
    'zh-Hant': '這個檔案太複雜，未能處理；請以圖片或較簡單的 PDF 再試',
    en: 'This file is too complex to be read; please try a picture or a simpler PDF',
  },
} satisfies Record<string, Translations>;

export type Refusal = keyof typeof refusals;
export type Cleaned =
  | { bytes: Uint8Array; mediaType: 'image/webp' | 'application/pdf' }
  | { refused: Refusal; cause?: unknown };
