/**
 * Image operations for the metrics, with OpenCV's conventions (kernels, borders,
 * rounding), to be comparable with it.
 */

export interface Plane<Data extends Uint8Array | Float32Array = Uint8Array> {
  data: Data;
  width: number;
  height: number;
}

const roundHalfEven = (value: number) => {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
};

/** Half the width of each row of an elliptic kernel of radius r. */
function spans(r: number) {
  return Array.from({ length: 2 * r + 1 }, (_, i) =>
    r === 0 ? 0 : roundHalfEven(r * Math.sqrt((r * r - (i - r) ** 2) / (r * r))),
  );
}

export function grey({ data, width, height }: Plane): Plane {
  const out = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < out.length; i++, at += 3) {
    out[i] =
      ((data[at] as number) * 9798 +
        (data[at + 1] as number) * 19235 +
        (data[at + 2] as number) * 3735 +
        16384) >>
      15;
  }
  return { data: out, width, height };
}

/** Reduces each side to a quarter by averaging blocks of 4×4. */
export function quarter({ data, width, height }: Plane): Plane {
  const w = roundHalfEven(width / 4);
  const h = roundHalfEven(height / 4);
  const out = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let sum = 0;
      let count = 0;
      for (let v = y * 4; v < Math.min(y * 4 + 4, height); v++) {
        for (let u = x * 4; u < Math.min(x * 4 + 4, width); u++, count++)
          sum += data[v * width + u] as number;
      }
      out[y * w + x] = roundHalfEven(sum / count);
    }
  }
  return { data: out, width: w, height: h };
}

/** The maximum (or minimum) within a disk: dilation or erosion. */
export function extreme<Data extends Uint8Array | Float32Array>(
  plane: Plane<Data>,
  r: number,
  highest: boolean,
): Plane<Data> {
  const { data, width, height } = plane;
  const out = data.slice() as Data;
  const half = spans(r);
  const better = highest ? Math.max : Math.min;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let best = data[y * width + x] as number;
      for (let dy = Math.max(-r, -y); dy <= Math.min(r, height - 1 - y); dy++) {
        const reach = half[dy + r] as number;
        const row = (y + dy) * width;
        for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++)
          best = better(best, data[row + u] as number);
      }
      out[y * width + x] = best;
    }
  }
  return { data: out, width, height };
}

/** Dilates ones by a disk, with running counts along rows, so that a big disk is affordable. */
export function grow({ data, width, height }: Plane, r: number): Plane {
  const out = new Uint8Array(data.length);
  const before = new Int32Array(width + 1);
  const half = spans(r);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) before[x + 1] = (before[x] as number) + (data[y * width + x] ? 1 : 0);
    if (before[width] === 0) continue;
    for (let dy = Math.max(-r, -y); dy <= Math.min(r, height - 1 - y); dy++) {
      const reach = half[dy + r] as number;
      const row = (y + dy) * width;
      for (let x = 0; x < width; x++) {
        const [from, to] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
        if ((before[to] as number) > (before[from] as number)) out[row + x] = 1;
      }
    }
  }
  return { data: out, width, height };
}

/** Morphological opening: erosion by a disk, then dilation. While eroding, outside the picture counts as ones. */
export function open(plane: Plane, r: number): Plane {
  const invert = (p: Plane) => ({ ...p, data: p.data.map((v) => (v ? 0 : 1)) });
  return grow(invert(grow(invert(plane), r)), r);
}

export function median9({ data, width, height }: Plane): Plane {
  const out = new Uint8Array(data.length);
  const window = new Uint8Array(81);
  const clamp = (v: number, end: number) => Math.min(Math.max(v, 0), end - 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let n = 0;
      for (let v = y - 4; v <= y + 4; v++) {
        for (let u = x - 4; u <= x + 4; u++)
          window[n++] = data[clamp(v, height) * width + clamp(u, width)] as number;
      }
      out[y * width + x] = window.sort()[40] as number;
    }
  }
  return { data: out, width, height };
}

const mirror = (i: number, length: number) => {
  const j = i < 0 ? -i : i;
  return j >= length ? 2 * length - 2 - j : j;
};

/** Gaussian blur with mirrored borders. */
export function blur(
  { data, width, height }: Plane<Uint8Array | Float32Array>,
  sigma: number,
  taps: number,
): Plane<Float32Array> {
  const r = (taps - 1) / 2;
  const raw = Float64Array.from({ length: taps }, (_, i) => Math.exp(-((i - r) ** 2) / (2 * sigma ** 2)));
  const total = raw.reduce((a, b) => a + b);
  const kernel = raw.map((v) => v / total);
  const across = new Float32Array(data.length);
  const line = new Float32Array(width + 2 * r);
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < line.length; i++) line[i] = data[y * width + mirror(i - r, width)] as number;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = 0; k < taps; k++) sum += (kernel[k] as number) * (line[x + k] as number);
      across[y * width + x] = sum;
    }
  }
  const out = new Float32Array(data.length);
  const sums = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let k = 0; k < taps; k++) {
      const row = mirror(y + k - r, height) * width;
      const weight = kernel[k] as number;
      for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + weight * (across[row + x] as number);
    }
    out.set(sums, y * width);
  }
  return { data: out, width, height };
}

export function enlarge({ data, width, height }: Plane<Float32Array>, w: number, h: number): Plane {
  const out = new Uint8Array(w * h);
  const place = (i: number, to: number, from: number) => {
    const at = Math.min(Math.max(((i + 0.5) * from) / to - 0.5, 0), from - 1);
    const first = Math.min(Math.floor(at), from - 2);
    return [first, at - first] as const;
  };
  const columns = Array.from({ length: w }, (_, x) => place(x, w, width));
  for (let y = 0; y < h; y++) {
    const [row, v] = place(y, h, height);
    for (let x = 0; x < w; x++) {
      const [column, u] = columns[x] as readonly [number, number];
      const at = row * width + column;
      const above = (data[at] as number) * (1 - u) + (data[at + 1] as number) * u;
      const below = (data[at + width] as number) * (1 - u) + (data[at + width + 1] as number) * u;
      out[y * w + x] = Math.round(above * (1 - v) + below * v);
    }
  }
  return { data: out, width: w, height: h };
}
