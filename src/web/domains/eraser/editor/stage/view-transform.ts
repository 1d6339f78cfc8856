export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
/** Position of the page on the stage: page coordinates times `scale`, plus x and y, in CSS pixels. */
export type View = { scale: number; x: number; y: number };

/** Margin around a page that is shown whole. */
const margin = 12;
/** How far a page may be moved past an edge of the stage, so that its corners can be edited. */
const slack = 64;
const maxScale = 8;

export const toStage = (view: View, { x, y }: Point): Point => ({
  x: x * view.scale + view.x,
  y: y * view.scale + view.y,
});

export const toPage = (view: View, { x, y }: Point): Point => ({
  x: (x - view.x) / view.scale,
  y: (y - view.y) / view.scale,
});

function fitScale(page: Size, stage: Size) {
  const free = {
    width: Math.max(1, stage.width - 2 * margin),
    height: Math.max(1, stage.height - 2 * margin),
  };
  return Math.min(free.width / page.width, free.height / page.height);
}

/** The whole page, centred. */
export function fitView(page: Size, stage: Size): View {
  const scale = fitScale(page, stage);
  return {
    scale,
    x: (stage.width - page.width * scale) / 2,
    y: (stage.height - page.height * scale) / 2,
  };
}

/** Zoom limits: from the whole page to eight screen pixels per page pixel. */
export function scaleRange(page: Size, stage: Size) {
  const least = fitScale(page, stage);
  return { least, most: Math.max(maxScale, least * 4) };
}

/**
 * Keeps the page in sight: centred where it is smaller than the stage, otherwise covering it with a little
 * slack.
 */
export function clampView(view: View, page: Size, stage: Size): View {
  const { least, most } = scaleRange(page, stage);
  const scale = Math.min(most, Math.max(least, view.scale));
  const along = (at: number, length: number, room: number) => {
    if (length <= room - 2 * margin + 0.5) return (room - length) / 2;
    return Math.min(slack, Math.max(room - length - slack, at));
  };
  return {
    scale,
    x: along(view.x, page.width * scale, stage.width),
    y: along(view.y, page.height * scale, stage.height),
  };
}

/** Zooms by a factor while the point under `at` stays in place. */
export function zoomAt(view: View, factor: number, at: Point, page: Size, stage: Size): View {
  const { least, most } = scaleRange(page, stage);
  const scale = Math.min(most, Math.max(least, view.scale * factor));
  const under = toPage(view, at);
  return clampView({ scale, x: at.x - under.x * scale, y: at.y - under.y * scale }, page, stage);
}

export const panBy = (view: View, by: Point, page: Size, stage: Size): View =>
  clampView({ ...view, x: view.x + by.x, y: view.y + by.y }, page, stage);

/** Horizontal range of the stage that the page covers. */
export function visibleSpan(view: View, page: Size, stage: Size) {
  const left = Math.min(stage.width, Math.max(0, view.x));
  const right = Math.max(left, Math.min(stage.width, view.x + page.width * view.scale));
  return { left, right };
}

export type Blit = {
  source: { x: number; y: number; width: number; height: number };
  target: { x: number; y: number; width: number; height: number };
};

/**
 * The part of a picture that is visible between two verticals of the stage, and where to draw it. `level` is
 * the pixels of the picture per pixel of the page.
 */
export function visibleBlit(
  view: View,
  page: Size,
  stage: Size,
  { level, from, to }: { level: number; from: number; to: number },
): Blit | undefined {
  const left = Math.max(0, from, view.x);
  const right = Math.min(stage.width, to, view.x + page.width * view.scale);
  const top = Math.max(0, view.y);
  const bottom = Math.min(stage.height, view.y + page.height * view.scale);
  if (right - left < 0.01 || bottom - top < 0.01) return undefined;
  const start = toPage(view, { x: left, y: top });
  const end = toPage(view, { x: right, y: bottom });
  return {
    source: {
      x: start.x * level,
      y: start.y * level,
      width: (end.x - start.x) * level,
      height: (end.y - start.y) * level,
    },
    target: { x: left, y: top, width: right - left, height: bottom - top },
  };
}

/** The smallest picture that is sharp at this many device pixels per page pixel; otherwise the largest. */
export function sharpEnough<Level extends { scale: number }>(
  levels: readonly Level[],
  requiredScale: number,
) {
  const rising = levels.toSorted((a, b) => a.scale - b.scale);
  return rising.find(({ scale }) => scale >= requiredScale * 0.98) ?? rising.at(-1);
}
