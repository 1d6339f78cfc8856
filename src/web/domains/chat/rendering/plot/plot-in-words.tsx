import type { PlotPart } from '#shared/chat/parts.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { valueAt } from './curve-path.ts';
import { numberLabel } from './view.ts';

/** The same for who cannot see it: what is drawn, the marked points, and some values. */
export function PlotInWords({ data: { curves, points, x_range, y_range } }: { data: PlotPart['data'] }) {
  const t = useWords();
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
