import type { PlotPart } from '#shared/chat/parts.ts';
import { curveLook } from './curve-look.ts';
import { curvePath, size } from './curve-path.ts';
import { ticksOf, type View } from './view.ts';

/**
 * The lines are stretched to the box, text and points are placed in it by percent: so the server can render
 * it without knowing its width, and text keeps its size on a phone.
 */
export function Plane({ data: { curves, points }, view }: { data: PlotPart['data']; view: View }) {
  const left = (x: number) => (x - view.x0) / (view.x1 - view.x0);
  const top = (y: number) => (view.y1 - y) / (view.y1 - view.y0);
  const xTicks = ticksOf(view.x0, view.x1, 6);
  const yTicks = ticksOf(view.y0, view.y1, 5);
  // A number that is cut in half says nothing.
  const isWhole = (part: number) => part > 0.03 && part < 0.97;
  // The numbers stay beside the axes while those are visible, else at the edge.
  const axisLeft = percent(Math.min(Math.max(left(0), 0.01), 0.92));
  const axisTop = percent(Math.min(Math.max(top(0), 0.01), 0.93));
  const inSight = (x: number, y: number) => left(x) >= 0 && left(x) <= 1 && top(y) >= 0 && top(y) <= 1;
  const shown = points.filter(({ x, y }) => inSight(x, y));
  const sides = placeLabels(shown.map(({ x, y, label }) => ({ left: left(x), top: top(y), label })));
  return (
    <>
      <svg
        aria-hidden
        viewBox={`0 0 ${size} ${size}`}
        preserveAspectRatio="none"
        fill="none"
        className="absolute inset-0 size-full [&_*]:[vector-effect:non-scaling-stroke]"
      >
        <g stroke="var(--line)">
          {xTicks.map(({ value }) => (
            <path key={value} d={`M${round(left(value))} 0V${size}`} />
          ))}
          {yTicks.map(({ value }) => (
            <path key={value} d={`M0 ${round(top(value))}H${size}`} />
          ))}
        </g>
        <path stroke="var(--ink-2)" d={`M${round(left(0))} 0V${size}M0 ${round(top(0))}H${size}`} />
        {curves.map(({ expression, samples }, index) => (
          <path
            key={expression}
            d={curvePath(samples, view)}
            strokeWidth="2"
            strokeLinejoin="round"
            {...curveLook(index)}
          />
        ))}
      </svg>
      <div aria-hidden className="pointer-events-none absolute inset-0 text-ink-2 text-xs leading-none">
        {xTicks.map(({ value, label }) => (
          <span
            key={value}
            className="-translate-x-1/2 absolute mt-1 bg-sheet/80"
            style={{ left: percent(left(value)), top: axisTop }}
          >
            {value === 0 || !isWhole(left(value)) ? '' : label}
          </span>
        ))}
        {yTicks.map(({ value, label }) => (
          <span
            key={value}
            className="-translate-y-1/2 absolute ml-1 bg-sheet/80"
            style={{ left: axisLeft, top: percent(top(value)) }}
          >
            {isWhole(top(value)) ? label : ''}
          </span>
        ))}
        {shown.map(({ x, y, label }, index) => (
          <span
            key={`${x} ${y} ${label}`}
            className="absolute"
            style={{ left: percent(left(x)), top: percent(top(y)) }}
          >
            <span className="-ml-1.25 -mt-1.25 absolute size-2.5 rounded-full bg-seal" />
            <span
              className={`absolute whitespace-nowrap bg-sheet/80 px-0.5 text-ink ${placed[sides[index] ?? 'below']}`}
            >
              {label}
            </span>
          </span>
        ))}
      </div>
    </>
  );
}

const placed = {
  below: 'top-2 -translate-x-1/2',
  above: 'bottom-2 -translate-x-1/2',
  right: 'left-2 -translate-y-1/2',
  left: 'right-2 -translate-y-1/2',
} as const;

const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
const round = (part: number) => (part * size).toFixed(1);

type At = { left: number; top: number; label: string };
type Side = 'below' | 'above' | 'right' | 'left';
type Box = { x0: number; x1: number; y0: number; y1: number };

/** The narrowest plane, on a phone; labels that do not overlap on it do not overlap on wider ones. */
const plane = { width: 300, height: 240 };
const letter = { width: 6.5, height: 14 };
const away = 8;

/**
 * The side of its point for each label, so that none covers another label or a point: the first side that is
 * free.
 */
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
