/** A part of a picture, in parts of its whole width and height. */
export type Crop = { left: number; top: number; width: number; height: number };

const least = 0.05;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Moves a crop, which stays inside. */
export const moved = (crop: Crop, byX: number, byY: number): Crop => ({
  ...crop,
  left: within(crop.left + byX, 0, 1 - crop.width),
  top: within(crop.top + byY, 0, 1 - crop.height),
});

/** Pulls its lower right corner. */
export const resized = (crop: Crop, byX: number, byY: number): Crop => ({
  ...crop,
  width: within(crop.width + byX, least, 1 - crop.left),
  height: within(crop.height + byY, least, 1 - crop.top),
});

/** From where a finger went down to where it is. */
export const between = (ax: number, ay: number, bx: number, by: number): Crop => {
  const [left, top] = [within(Math.min(ax, bx), 0, 1 - least), within(Math.min(ay, by), 0, 1 - least)];
  return {
    left,
    top,
    width: within(Math.abs(ax - bx), least, 1 - left),
    height: within(Math.abs(ay - by), least, 1 - top),
  };
};

/** The longest side of what goes along: print stays readable, and it fits the tab's own storage. */
const longestSide = 1600;

/** The part as a picture of its own. */
export function cutOut(picture: HTMLImageElement, { left, top, width, height }: Crop) {
  const { naturalWidth, naturalHeight } = picture;
  const [across, down] = [naturalWidth * width, naturalHeight * height];
  const scale = Math.min(1, longestSide / Math.max(across, down));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(across * scale);
  canvas.height = Math.round(down * scale);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws nothing');
  pen.drawImage(
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
