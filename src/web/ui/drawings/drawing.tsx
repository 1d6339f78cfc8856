import { cx } from '../cx.ts';

/** Line drawings in ink with one vermilion accent, in the colours of the theme. All are decoration. */
export interface DrawingProps {
  className?: string | undefined;
}

/** A drawing from its shapes as SVG text: nothing in it changes, so React need not look at every line of it. */
export function drawing(shapes: string, size = '240 120') {
  const inside = { __html: shapes.replace(/\n\s*/g, '') };
  return ({ className }: DrawingProps) => (
    <svg
      viewBox={`0 0 ${size}`}
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={cx('block h-auto w-full stroke-ink', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of our own
      dangerouslySetInnerHTML={inside}
    />
  );
}
