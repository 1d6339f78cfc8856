/** The visible part of the plane. */
export type View = { x0: number; x1: number; y0: number; y1: number };

export const viewOf = (x: readonly [number, number], y: readonly [number, number]): View => {
  const [x0, x1] = spread(x);
  const [y0, y1] = spread(y);
  return { x0, x1, y0, y1 };
};

/** An empty range, as of a constant function, gets some room around it. */
function spread([from, to]: readonly [number, number]): [number, number] {
  if (!Number.isFinite(from) || !Number.isFinite(to)) return [-10, 10];
  const [low, high] = from < to ? [from, to] : [to, from];
  return high - low > Math.max(1e-9, Math.abs(high) * 1e-9) ? [low, high] : [low - 1, high + 1];
}

/** In fractions of the width and height; right and up are positive. */
export const moved = ({ x0, x1, y0, y1 }: View, right: number, up: number): View => {
  const [dx, dy] = [right * (x1 - x0), up * (y1 - y0)];
  return { x0: x0 + dx, x1: x1 + dx, y0: y0 + dy, y1: y1 + dy };
};

/** Around a point given in fractions of the width from the left and of the height from the top. */
export function zoomed(view: View, factor: number, home: View, atX = 0.5, atY = 0.5): View {
  const [width, height] = [view.x1 - view.x0, view.y1 - view.y0];
  // At most twenty times out and a thousand times in: beyond that nothing can be seen.
  const least = Math.max((home.x1 - home.x0) / 1000 / width, (home.y1 - home.y0) / 1000 / height);
  const most = Math.min(((home.x1 - home.x0) * 20) / width, ((home.y1 - home.y0) * 20) / height);
  const by = Math.min(Math.max(factor, least), most);
  const x = view.x0 + atX * width;
  const y = view.y1 - atY * height;
  return {
    x0: x - atX * width * by,
    x1: x + (1 - atX) * width * by,
    y0: y - (1 - atY) * height * by,
    y1: y + atY * height * by,
  };
}

/** Round numbers inside a range, about `about` of them. */
export function ticksOf(from: number, to: number, about: number): { value: number; label: string }[] {
  const rough = (to - from) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks = [];
  for (let count = Math.ceil(from / step); count * step <= to; count += 1)
    ticks.push({ value: count * step, label: numberLabel(count * step, decimals) });
  return ticks;
}

export function numberLabel(value: number, decimals = 2) {
  const far = Math.abs(value) >= 1e6 || (value !== 0 && Math.abs(value) < 1e-4);
  const label = far ? value.toExponential(1) : String(Number(value.toFixed(Math.min(decimals, 6))));
  return (label === '-0' ? '0' : label).replace('-', '−');
}
