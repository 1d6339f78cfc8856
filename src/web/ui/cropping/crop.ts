/** A part of a picture, in fractions of its width and height. */
export type Crop = { left: number; top: number; width: number; height: number };

const minSize = 0.05;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Moves a crop within the picture. */
export const moved = (crop: Crop, byX: number, byY: number): Crop => ({
  ...crop,
  left: within(crop.left + byX, 0, 1 - crop.width),
  top: within(crop.top + byY, 0, 1 - crop.height),
});

/** Moves its lower right corner. */
export const resized = (crop: Crop, byX: number, byY: number): Crop => ({
  ...crop,
  width: within(crop.width + byX, minSize, 1 - crop.left),
  height: within(crop.height + byY, minSize, 1 - crop.top),
});

/** The crop between the point where a drag began and where it is now. */
export const between = (ax: number, ay: number, bx: number, by: number): Crop => {
  const [left, top] = [within(Math.min(ax, bx), 0, 1 - minSize), within(Math.min(ay, by), 0, 1 - minSize)];
  return {
    left,
    top,
    width: within(Math.abs(ax - bx), minSize, 1 - left),
    height: within(Math.abs(ay - by), minSize, 1 - top),
  };
};

/** The largest square in the middle of a picture of this aspect (width by height). */
export const largestSquare = (aspect: number): Crop => {
  const [width, height] = aspect > 1 ? [1 / aspect, 1] : [1, aspect];
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
};

/** A crop as a square: it follows the side that changed, and stays in the picture. */
export function squared(crop: Crop, before: Crop, aspect: number): Crop {
  const wanted = crop.width === before.width ? crop.height / aspect : crop.width;
  const width = Math.min(wanted, 1 - crop.left, (1 - crop.top) / aspect);
  return { ...crop, width, height: width * aspect };
}

/** The longest side of the cropped picture: print stays readable, and it fits into session storage. */
const longestSide = 1600;

/** The selected part as a canvas. */
export function cutOut(picture: HTMLImageElement, { left, top, width, height }: Crop) {
  const { naturalWidth, naturalHeight } = picture;
  const [across, down] = [naturalWidth * width, naturalHeight * height];
  const scale = Math.min(1, longestSide / Math.max(across, down));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(across * scale);
  canvas.height = Math.round(down * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws nothing');
  context.drawImage(
    picture,
    naturalWidth * left,
    naturalHeight * top,
    across,
    down,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  return canvas;
}
