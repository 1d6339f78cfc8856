type At = { left: number; top: number; label: string };
export type Side = 'below' | 'above' | 'right' | 'left';
type Box = { x0: number; x1: number; y0: number; y1: number };

/** The narrowest plane there is, on a phone; where labels keep apart on it they do on wider ones. */
const plane = { width: 300, height: 240 };
const letter = { width: 6.5, height: 14 };
const away = 8;

/** On which side of its point each label stands, so that none covers another, or a point; the first side that is free. */
export function placeLabels(points: readonly At[]): Side[] {
  const dots = points.map(({ left, top }) => boxAround(left * plane.width, top * plane.height, 8, 8));
  const taken: Box[] = [];
  return points.map((point, index) => {
    const others = [...taken, ...dots.filter((_, at) => at !== index)];
    const sides = (['below', 'above', 'right', 'left'] as const).map(
      (side) => [side, boxOf(point, side)] as const,
    );
    const [side, box] =
      sides.find(([, one]) => isInside(one) && !others.some((other) => overlap(one, other))) ??
      sides.find(([, one]) => !taken.some((other) => overlap(one, other))) ??
      (sides[0] as (typeof sides)[number]);
    taken.push(box);
    return side;
  });
}

function boxOf({ left, top, label }: At, side: Side): Box {
  const [x, y] = [left * plane.width, top * plane.height];
  const width = label.length * letter.width;
  const aside = away + width / 2;
  const over = away + letter.height / 2;
  if (side === 'below') return boxAround(x, y + over, width, letter.height);
  if (side === 'above') return boxAround(x, y - over, width, letter.height);
  return boxAround(side === 'right' ? x + aside : x - aside, y, width, letter.height);
}

const boxAround = (x: number, y: number, width: number, height: number): Box => ({
  x0: x - width / 2,
  x1: x + width / 2,
  y0: y - height / 2,
  y1: y + height / 2,
});
const overlap = (a: Box, b: Box) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
const isInside = ({ x0, x1, y0, y1 }: Box) => x0 >= 0 && y0 >= 0 && x1 <= plane.width && y1 <= plane.height;
