import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { cx } from '../cx.ts';
import { between, type Crop, moved, resized } from './crop.ts';

type CropFrameProps = {
  crop: Crop;
  onCrop: (crop: Crop) => void;
  label: string;
  className?: string;
  /** The picture, which fills the frame. */
  children: ReactNode;
};

const stepSize = 0.02;
const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** A tap draws no frame: the previous one stays. */
const minDrag = 0.03;

/** Selects a part of a picture by finger or mouse, or with the arrow keys (with Shift they change its size). */
export function CropFrame({ crop, onCrop, label, className, children }: CropFrameProps) {
  const dragStart = useRef<readonly [number, number]>(undefined);
  const positionOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height] as const;
  };
  const draw = (event: PointerEvent<HTMLElement>) => {
    if (!dragStart.current) return;
    const [x, y] = positionOf(event);
    if (Math.hypot(x - dragStart.current[0], y - dragStart.current[1]) < minDrag) return;
    onCrop(between(...dragStart.current, x, y));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const [byX, byY] = [step[0] * stepSize, step[1] * stepSize];
    onCrop(event.shiftKey ? resized(crop, byX, byY) : moved(crop, byX, byY));
  };
  return (
    <div
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        dragStart.current = positionOf(event);
      }}
      onPointerMove={draw}
      onPointerUp={() => {
        dragStart.current = undefined;
      }}
      className={cx('relative touch-none select-none overflow-hidden rounded border border-line', className)}
    >
      {children}
      {/* The large shadow of the selected part dims the rest. */}
      <button
        type="button"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="absolute border-2 border-seal shadow-[0_0_0_200vmax_rgb(0_0_0/0.45)]"
        style={{
          left: `${crop.left * 100}%`,
          top: `${crop.top * 100}%`,
          width: `${crop.width * 100}%`,
          height: `${crop.height * 100}%`,
        }}
      />
    </div>
  );
}
