/** What the eraser takes, in numbers that a page shows before anybody uploads. Free of schemas: any script may have it. */
export const eraserLimits = {
  /** One file in all. */
  fileBytes: 50 * 1024 * 1024,
  /** One file in one request; what is larger goes in chunks. */
  cacheFileBytes: 24 * 1024 * 1024,
  /** One chunk of a resumable upload; every chunk but the last is exactly this long. */
  chunkBytes: 4 * 1024 * 1024,
  /** Unfinished uploads of one person. */
  openUploads: 20,
  /** An upload that nobody goes on with. */
  uploadHours: 24,
  /** One person's files together. */
  ownerBytes: 5 * 1024 * 1024 * 1024,
  pagesOfFile: 100,
  pagesOfTask: 100,
  pagesOfRecord: 200,
  filesOfTask: 100,
  /** Pages of one person that wait or run. */
  pagesUnderWay: 300,
  /** Versions of one page; the brush and every run make one. */
  versionsOfPage: 100,
  /** Times one page may be run again without being charged again. */
  runsOfPage: 20,
  /** Deleted papers can be brought back for so long. */
  undoDays: 30,
  /** An export waits to be fetched for so long. */
  exportHours: 24,
  pagesOfExport: 200,
  exportsUnderWay: 3,
  /** Exports of one person that are kept; beyond it the oldest go first. */
  exportBytes: 2 * 1024 * 1024 * 1024,
  titleLength: 80,
  schoolLength: 80,
  brushMaskBytes: 8 * 1024 * 1024,
  /** Papers that one person shares at a time. */
  sharedRecords: 200,
  /** Copies that one person makes of one shared paper, deleted ones among them until they are gone. */
  copiesOfShared: 5,
} as const;

/** What a form offers to choose. What a file really is, is seen by its content. */
export const eraserTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/heif',
  'application/pdf',
] as const;

/** What a paper is; each is a kind of its own in the allowance (`paper_type_list`). */
export const paperTypes = ['exercise', 'test', 'exam'] as const;
export type PaperType = (typeof paperTypes)[number];

/** Pages that both sides get when somebody new comes by a promotion link, and how many newcomers one link rewards. */
export const promotionRules = { newcomerPages: 10, ownerPages: 10, rewardedNewcomers: 50 } as const;

export const pictureViews = ['original', 'straight', 'erased', 'mask'] as const;
/**
 * `original` is the page as it was uploaded, `straight` the same cut out and straightened before anything was erased,
 * `erased` the page as it stands, `mask` where the engine erased (white).
 */
export type PictureView = (typeof pictureViews)[number];
export const pictureSizes = ['thumb', 'screen', 'full'] as const;
/** Longest side 320 px, 1600 px, or every pixel (PNG). */
export type PictureSize = (typeof pictureSizes)[number];

/**
 * The picture of a page for an `<img>`: it goes by the session cookie, as pages do, and may be kept by the browser.
 * `version` names a version's number; with it the address always means the same picture.
 */
export function pictureUrl(
  page: number,
  { view, size, version }: { view: PictureView; size: PictureSize; version?: number | undefined },
) {
  const query = new URLSearchParams({ view, size, ...(version && { version: String(version) }) });
  return `/api_ai/eraser/image_record/${page}/picture?${query}`;
}

/** A page of a shared exercise; anybody may see it. */
export const sharedPictureUrl = (record: number, page: number, size: PictureSize) =>
  `/api_ai/eraser/shared_record/${record}/picture/${page}?size=${size}`;

/** The file of a finished export; goes by the session cookie. */
export const exportFileUrl = (id: number) => `/api_ai/eraser/export/${id}/file`;
