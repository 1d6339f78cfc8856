import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { memo, useId, useMemo } from 'react';
import type { PlotPart } from '#shared/chat/parts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Formula } from '../formula/formula.tsx';
import { curveLook } from './curve-look.ts';
import { valueAt } from './curve-path.ts';
import { Plane } from './plane.tsx';
import { usePlotView } from './use-plot-view.ts';
import { numberLabel, viewOf } from './view.ts';

/** Graphs of functions that the reader can drag and zoom. Its box has its final size from the start. */
export const PlotCard = memo(function PlotCard({ data }: { data: PlotPart['data'] }) {
  const t = useTranslate();
  const helpId = useId();
  const [xFrom, xTo] = data.x_range;
  const [yFrom, yTo] = data.y_range;
  const home = useMemo(() => viewOf([xFrom, xTo], [yFrom, yTo]), [xFrom, xTo, yFrom, yTo]);
  const { view, box, handlers, zoom, reset } = usePlotView(home);
  const names = data.curves.map(({ expression }) => expression).join(t('chatAnswer.plot.between'));
  return (
    <figure className="grid gap-2 rounded-card border border-line bg-sheet p-3">
      <div
        ref={box}
        {...handlers}
        role="application"
        aria-label={t('chatAnswer.plot.name', { curves: names })}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the plot is moved by keys
        tabIndex={0}
        className="relative aspect-8/5 cursor-grab touch-pan-y select-none overflow-hidden rounded-card active:cursor-grabbing"
      >
        <Plane data={data} view={view} />
      </div>
      <figcaption className="grid gap-2">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {data.curves.map(({ expression, latex }, index) => (
            <li key={expression} className="flex min-w-0 items-center gap-2">
              <svg aria-hidden viewBox="0 0 28 4" className="h-1 w-7 shrink-0">
                <line x1="0" y1="2" x2="28" y2="2" strokeWidth="3" {...curveLook(index)} />
              </svg>
              <Formula latex={`y = ${latex}`} source={`y = ${expression}`} />
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-2">
          <Button size="compact" aria-label={t('chatAnswer.plot.zoomIn')} onClick={() => zoom(0.8)}>
            <Plus size="1.1rem" />
          </Button>
          <Button size="compact" aria-label={t('chatAnswer.plot.zoomOut')} onClick={() => zoom(1.25)}>
            <Minus size="1.1rem" />
          </Button>
          <Button size="compact" onClick={reset}>
            <RotateCcw size="1rem" />
            {t('chatAnswer.plot.reset')}
          </Button>
        </div>
        <p id={helpId} className="text-ink-2 text-xs">
          {t('chatAnswer.plot.help')}
        </p>
        <PlotAsText data={data} />
      </figcaption>
    </figure>
  );
});

/** The same as text, for readers who cannot see it: the curves, the marked points, and some values. */
function PlotAsText({ data: { curves, points, x_range, y_range } }: { data: PlotPart['data'] }) {
  const t = useTranslate();
  const [x0, x1] = x_range;
  const places = [0, 0.25, 0.5, 0.75, 1].map((part) => x0 + part * (x1 - x0));
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer py-2 text-ink-2">{t('chatAnswer.plot.table')}</summary>
      <p>
        {t('chatAnswer.plot.range', {
          x0: numberLabel(x0),
          x1: numberLabel(x1),
          y0: numberLabel(y_range[0]),
          y1: numberLabel(y_range[1]),
        })}
      </p>
      <ul className="list-disc pl-5">
        {curves.map(({ expression, samples }) => (
          <li key={expression}>
            y = {expression}
            <ul className="list-disc pl-5">
              {places.map((x) => {
                const y = valueAt(samples, x);
                return (
                  <li key={x}>
                    {y === null
                      ? t('chatAnswer.plot.undefinedAt', { x: numberLabel(x) })
                      : t('chatAnswer.plot.value', { x: numberLabel(x), y: numberLabel(y) })}
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
      {points.length > 0 && (
        <>
          <p>{t('chatAnswer.plot.points')}</p>
          <ul className="list-disc pl-5">
            {points.map(({ x, y, label }) => (
              <li key={`${x} ${y} ${label}`}>
                {label} ({numberLabel(x)}, {numberLabel(y)})
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
