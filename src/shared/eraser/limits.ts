/**
 * Limits of the eraser, shown to the user before an upload. This file imports no schemas, so that any script
 * can use it cheaply.
 */
export const eraserLimits = {
  /** Largest file. */
  fileBytes: 50 * 1024 * 1024,
  /** Largest file in a single request; larger files are uploaded in chunks. */
  cacheFileBytes: 24 * 1024 * 1024,
  /** One chunk of a resumable upload; every chunk but the last is exactly this long. */
  chunkBytes: 4 * 1024 * 1024,
  /** Unfinished uploads per user. */
  openUploads: 20,
  /** An unfinished upload expires after this many hours. */
  uploadHours: 24,
  /** Total size of the files of one user. */
  ownerBytes: 5 * 1024 * 1024 * 1024,
  pagesOfFile: 100,
  pagesOfTask: 100,
  pagesOfRecord: 200,
  filesOfTask: 100,
  /** Pages of one user that are waiting or running. */
  pagesUnderWay: 300,
  /** Versions per page; every run and every use of the brush makes one. */
  versionsOfPage: 100,
  /** Runs per page, the first included; reruns of a charged page are free. */
  runsOfPage: 20,
  /** Days in which a deleted paper can be restored. */
  undoDays: 30,
  /** Hours after which an export expires. */
  exportHours: 24,
  pagesOfExport: 200,
  exportsUnderWay: 3,
  /** Total size of the stored exports of one user; beyond it the oldest are deleted first. */
  exportBytes: 2 * 1024 * 1024 * 1024,
  /** The narrowest part of a photo that is taken for a page, as a share of its width. */
  leastPart: 0.1,
  titleLength: 80,
  schoolLength: 80,
  brushMaskBytes: 8 * 1024 * 1024,
  /** Papers that one user can share at the same time. */
  sharedRecords: 200,
  /** Copies of one shared paper per user; deleted copies count until they are removed for good. */
  copiesOfShared: 5,
} as const;

/** File types that a file input offers. The server decides the real type by content. */
export const eraserTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/heif',
  'application/pdf',
] as const;

/** Kinds of paper; each has a quota of its own (`paper_type_list`). */
export const paperTypes = ['exercise', 'test', 'exam'] as const;
export type PaperType = (typeof paperTypes)[number];

/**
 * Pages that the newcomer and the owner of a promotion link each get, and how many newcomers one link
 * rewards.
 */
export const promotionRules = { newcomerPages: 10, ownerPages: 10, rewardedNewcomers: 50 } as const;

/** How much is erased, from least to most; all three come from one run. */
export const strengths = ['strict', 'standard', 'thorough'] as const;
export type Strength = (typeof strengths)[number];

export const pictureViews = ['original', 'straight', 'erased', 'mask', 'white'] as const;
/**
 * `original`: the page as uploaded; `straight`: cropped and straightened, before anything was erased;
 * `erased`: the current clean page; `mask`: where the engine erased (white); `white`: the clean page with white
 * paper, as it is printed.
 */
type PictureView = (typeof pictureViews)[number];
export const pictureSizes = ['thumb', 'screen', 'full'] as const;
/** Longest side 320 px, 1600 px, or full resolution (PNG). */
export type PictureSize = (typeof pictureSizes)[number];

export type PictureRequest = {
  view: PictureView;
  size: PictureSize;
  version?: number | undefined;
  /** The version as it would be at this strength, by size `screen` only. */
  strength?: Strength | undefined;
};

/**
 * Address of a page picture for an `<img>`. It is authorised by the session cookie and may be cached by the
 * browser. With a `version` number the address always means the same picture.
 */
export function pictureUrl(page: number, { view, size, version, strength }: PictureRequest) {
  const query = new URLSearchParams({
    view,
    size,
    ...(version && { version: String(version) }),
    ...(strength && { strength }),
  });
  return `/api_ai/eraser/image_record/${page}/picture?${query}`;
}

/** Address of a small picture of a cached file: of its first page, if it is a PDF. Authorised by the session cookie. */
export const fileThumbUrl = (id: number) => `/api_ai/eraser/cache_file/${id}/thumb`;

/** Address of a page of a shared exercise; public. */
export const sharedPictureUrl = (record: number, page: number, size: PictureSize) =>
  `/api_ai/eraser/shared_record/${record}/picture/${page}?size=${size}`;

/** Address of the file of a finished export; authorised by the session cookie. */
export const exportFileUrl = (id: number) => `/api_ai/eraser/export/${id}/file`;
