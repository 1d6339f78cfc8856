import sharp from 'sharp';

type PaperOptions = { width?: number; height?: number; seed?: number; writing?: boolean };

/** Draws a filled-in paper: printed questions, a student's blue answers and a teacher's red ticks. */
export async function drawPaper({ width = 620, height = 877, seed = 1, writing = true }: PaperOptions = {}) {
  const lines = Array.from({ length: 12 }, (_, at) => {
    const y = 70 + (at * (height - 140)) / 12;
    const print = `<text x="50" y="${y}" font-family="DejaVu Sans, sans-serif" font-size="17" fill="#181818">${at + 1}. What is ${seed + at} + ${at * 3 + seed}?</text>
      <line x1="330" y1="${y + 4}" x2="${width - 60}" y2="${y + 4}" stroke="#222" stroke-width="1"/>`;
    const x = 350 + ((seed * 37 + at * 53) % 90);
    const answer = `<path d="M${x} ${y - 2} q 8 -22 16 -4 t 18 0 t 16 -6" fill="none" stroke="#2440a8" stroke-width="2.4"/>
      <path d="M${width - 52} ${y - 6} l 6 8 l 14 -20" fill="none" stroke="#c81e2b" stroke-width="2.4"/>`;
    return writing ? print + answer : print;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#f6f4ef"/>${lines.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer();
}

type SpreadOptions = {
  width?: number;
  height?: number;
  fold?: number;
  lean?: number;
  shade?: number;
  isBlank?: boolean;
};

/** Draws two pages side by side with a shaded fold between them, at a share of the width and leaning by another. */
export async function drawSpread({
  width = 1200,
  height = 800,
  fold = 0.5,
  lean = 0,
  shade = 0.35,
  isBlank = false,
}: SpreadOptions = {}) {
  const lines = Array.from({ length: isBlank ? 0 : 11 }, (_, at) => {
    const y = 70 + (at * (height - 130)) / 11;
    const line = (x: number, number: number) =>
      `<text x="${x}" y="${y}" font-family="DejaVu Sans, sans-serif" font-size="19" fill="#181818">${number}. What is ${at} + ${number}?</text>
      <path d="M${x + 260} ${y - 2} q 8 -22 16 -4 t 18 0 t 16 -6" fill="none" stroke="#2440a8" stroke-width="2.6"/>`;
    return line(50, at + 1) + line(fold * width + 70, at + 12);
  });
  const [top, bottom] = [(fold - lean / 2) * width, (fold + lean / 2) * width];
  const band = (half: number) =>
    `M${top - half} 0 L${top + half} 0 L${bottom + half} ${height} L${bottom - half} ${height} Z`;
  const shadow = [26, 18, 10, 5].map(
    (half) => `<path d="${band(half)}" fill="#000" fill-opacity="${shade / 4}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#f3f0ea"/>${shadow.join('')}${lines.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer();
}
