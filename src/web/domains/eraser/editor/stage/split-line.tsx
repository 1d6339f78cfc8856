import ChevronsLeftRight from 'lucide-react/icons/chevrons-left-right';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { followPlace, placeLine } from './stage-painter.ts';
import { type StageStore, splitAt, useStage } from './stage-store.ts';

/** The split line between before (left) and after (right). */
export function SplitLine({ store, beforeName }: { store: StageStore; beforeName: string }) {
  const t = useTranslate();
  const line = useRef<HTMLDivElement>(null);
  const percent = useStage(store, ({ split }) => Math.round(split * 100));
  useEffect(() => followPlace(store, (state) => line.current && placeLine(line.current, state)), [store]);

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const left = line.current?.parentElement?.getBoundingClientRect().left ?? 0;
    store.set({ split: splitAt(store.get(), event.clientX - left) });
  };
  return (
    <div ref={line} className="pointer-events-none absolute inset-y-0 left-0 w-0">
      <div className="-translate-x-1/2 absolute inset-y-0 w-0.5 bg-seal" />
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('editor.split')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={t('editor.splitValue', { before: beforeName, percent })}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.focus();
          event.preventDefault();
        }}
        onPointerMove={drag}
        onKeyDown={(event) => {
          const next = splitStep(store.get().split, event.key);
          if (next === undefined) return;
          event.preventDefault();
          store.set({ split: next });
        }}
        className="-translate-x-1/2 -translate-y-1/2 pointer-events-auto absolute top-1/2 left-(--grip) grid size-11 cursor-ew-resize touch-none place-items-center rounded-full border-2 border-seal bg-sheet text-seal shadow-float"
      >
        <ChevronsLeftRight size="1.25rem" />
      </div>
    </div>
  );
}

/** New position of the split line for a key; undefined for other keys. */
function splitStep(value: number, key: string): number | undefined {
  const step: Record<string, number> = {
    ArrowLeft: value - 0.02,
    ArrowDown: value - 0.02,
    ArrowRight: value + 0.02,
    ArrowUp: value + 0.02,
    PageDown: value - 0.1,
    PageUp: value + 0.1,
    Home: 0,
    End: 1,
  };
  const next = step[key];
  return next === undefined ? undefined : Math.round(Math.min(1, Math.max(0, next)) * 100) / 100;
}
