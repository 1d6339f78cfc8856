import { type PointerEvent, useEffect, useRef } from 'react';
import type { Corners } from '#shared/eraser/eraser.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { followPlace } from '../stage/stage-painter.ts';
import type { StageState, StageStore } from '../stage/stage-store.ts';
import { toPage, toStage } from '../stage/view-transform.ts';
import { cornerNames, cornerStep, moveCorner } from './crop-corners.ts';

type CropHandlesProps = { store: StageStore; corners: Corners; onChange: (corners: Corners) => void };

/** A handle on each corner of the paper; the area cut away is dark. */
export function CropHandles({ store, corners, onChange }: CropHandlesProps) {
  const t = useTranslate();
  const layer = useRef<HTMLDivElement>(null);
  const shade = useRef<SVGPathElement>(null);
  const edge = useRef<SVGPathElement>(null);
  const handles = useRef<(HTMLButtonElement | null)[]>([]);

  useEffect(
    () =>
      followPlace(store, (state) => {
        const positions = positionsOf(state, corners);
        const outline = `M${positions.map(({ x, y }) => `${x} ${y}`).join('L')}Z`;
        const { width, height } = state.stage;
        edge.current?.setAttribute('d', outline);
        shade.current?.setAttribute('d', `M0 0H${width}V${height}H0Z${outline}`);
        for (const [at, { x, y }] of positions.entries()) {
          const handle = handles.current[at];
          if (handle) handle.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
        }
      }),
    [store, corners],
  );

  const drag = (index: number, event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left = 0, top = 0 } = layer.current?.getBoundingClientRect() ?? {};
    const { view, page } = store.get();
    const at = toPage(view, { x: event.clientX - left, y: event.clientY - top });
    onChange(moveCorner(corners, index, at.x / page.width, at.y / page.height));
  };

  return (
    <div ref={layer} className="pointer-events-none absolute inset-0">
      <svg aria-hidden="true" className="absolute inset-0 size-full">
        <path ref={shade} fillRule="evenodd" className="fill-[rgb(0_0_0/0.45)]" />
        <path ref={edge} className="fill-none stroke-2 stroke-seal" />
      </svg>
      {cornerNames.map((name, index) => {
        const [x, y] = corners[index] as [number, number];
        return (
          <button
            key={name}
            ref={(element) => {
              handles.current[index] = element;
            }}
            type="button"
            aria-label={t('editor.crop.corner', {
              name: t(`editor.crop.${name}`),
              x: Math.round(x * 100),
              y: Math.round(y * 100),
            })}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              event.currentTarget.focus();
            }}
            onPointerMove={(event) => drag(index, event)}
            onKeyDown={(event) => {
              const step = cornerStep(event);
              if (!step) return;
              event.preventDefault();
              onChange(moveCorner(corners, index, x + step.x, y + step.y));
            }}
            className="group pointer-events-auto absolute top-0 left-0 grid size-12 cursor-move touch-none place-items-center rounded-full"
          >
            <span className="size-6 rounded-full border-3 border-seal bg-sheet/60 shadow-float group-active:scale-125" />
          </button>
        );
      })}
    </div>
  );
}

const positionsOf = ({ view, page }: StageState, corners: Corners) =>
  corners.map(([x, y]) => toStage(view, { x: x * page.width, y: y * page.height }));
