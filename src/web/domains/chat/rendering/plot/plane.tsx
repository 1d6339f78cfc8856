import type { PlotPart } from '#shared/chat/parts.ts';
import { curveLook } from './curve-look.ts';
import { curvePath, size } from './curve-path.ts';
import { placeLabels } from './place-labels.ts';
import { ticksOf, type View } from './view.ts';

/**
 * The lines are stretched to the box, words and points are placed in it by percent: so it can be drawn by a server that
 * does not know how wide it will be, and its words keep their size on a phone.
 */
export function Plane({ data: { curves, points }, view }: { data: PlotPart['data']; view: View }) {
  const left = (x: number) => (x - view.x0) / (view.x1 - view.x0);
  const top = (y: number) => (view.y1 - y) / (view.y1 - view.y0);
  const xTicks = ticksOf(view.x0, view.x1, 6);
  const yTicks = ticksOf(view.y0, view.y1, 5);
  // A number cut in half says nothing.
  const isWhole = (part: number) => part > 0.03 && part < 0.97;
  // The numbers stay beside the axes while these are in sight, else at the edge.
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
