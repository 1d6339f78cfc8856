import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import type { Stroke } from '../brush/strokes.ts';
import { followGestures } from './gestures.ts';
import { stageKey } from './stage-keys.ts';
import { followPlace, placeRing, startPainter } from './stage-painter.ts';
import { resize, type StageStore, useStage } from './stage-store.ts';
import type { Point } from './view-transform.ts';

type StageProps = {
  store: StageStore;
  /** Description for screen readers. */
  label: string;
  help: string;
  onStroke?: (stroke: Stroke) => void;
  /** A point of the page, while taps pick ink. */
  onTap?: (at: Point) => void;
  /** Quarter turns of a pending rotation, as a preview. */
  turn?: number;
  /** Elements above the page: the split line, handles, text. */
  children?: ReactNode;
  className?: string;
};

const noop = () => {};

/** The canvas on which a page is viewed and edited, by touch, pen, mouse and keyboard. */
export function Stage({
  store,
  label,
  help,
  onStroke = noop,
  onTap = noop,
  turn = 0,
  children,
  className,
}: StageProps) {
  const t = useTranslate();
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const pictures = useRef<HTMLCanvasElement>(null);
  const strokes = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const [announcement, setAnnouncement] = useState('');
  const marks = useStage(store, ({ brush, taps }) => brush !== undefined || taps);
  const stroked = useEffectEvent(onStroke);
  const tapped = useEffectEvent(onTap);

  useEffect(() => {
    const [element, under, over, mark] = [surface.current, pictures.current, strokes.current, ring.current];
    if (!element || !under || !over || !mark) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      resize(store, { stage: { width, height }, density: Math.min(3, devicePixelRatio || 1) });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    const stops = [
      startPainter(store, { pictures: under, strokes: over }),
      followGestures(element, store, { onStroke: (stroke) => stroked(stroke), onTap: (at) => tapped(at) }),
      followPlace(store, (state) => placeRing(mark, state)),
      () => observer.disconnect(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const answer = stageKey(store, event, onStroke, onTap);
    if (answer === false) return;
    event.preventDefault();
    event.stopPropagation();
    if (answer !== true) setAnnouncement(t(`editor.keys.${answer}`));
  };

  return (
    <div ref={frame} className={cx('relative overflow-hidden', className)}>
      <div
        ref={surface}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application handles the keyboard
        tabIndex={0}
        aria-label={label}
        aria-describedby={helpId}
        onKeyDown={onKeyDown}
        className={cx(
          'absolute inset-0 touch-none select-none outline-offset-[-2px]',
          marks ? 'cursor-crosshair' : 'cursor-grab active:cursor-grabbing',
        )}
      >
        <div
          className="absolute inset-0 transition-transform"
          style={turn ? { transform: `rotate(${turn * 90}deg) scale(${turn % 2 ? 0.7 : 1})` } : undefined}
        >
          <canvas ref={pictures} className="absolute inset-0 size-full" />
          <canvas ref={strokes} className="absolute inset-0 size-full" />
        </div>
        <div
          ref={ring}
          hidden
          className="pointer-events-none absolute top-0 left-0 rounded-full border-2 border-seal shadow-[0_0_0_1px_rgb(255_255_255/0.8)]"
        />
      </div>
      <p id={helpId} className="sr-only">
        {help}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {children}
    </div>
  );
}
