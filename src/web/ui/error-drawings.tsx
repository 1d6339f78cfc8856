import { cx } from './cx.ts';

/** Line drawings in ink with one vermilion accent, in the colours of the theme. All are decorative. */
export interface DrawingProps {
  className?: string | undefined;
}

/** A drawing from SVG text: it never changes, so React need not process each of its elements. */
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

/** A book with a missing leaf. */
export const LostDrawing = drawing(
  `
    <path class="fill-sheet" d="M116 46C104 38 84 37 66 42V100C84 95 104 96 116 104Z"/>
    <path class="fill-sheet" d="M116 46C124 40 136 38 150 39V97C136 96 124 98 116 104Z" stroke-dasharray="3 5"/>
    <path d="M76 54C86 52 96 53 106 56M76 66C86 64 96 65 106 68M76 78C84 76.5 92 77 100 79"/>
    <g transform="rotate(14 174 46)">
      <path class="fill-sheet" d="M154 18H186L196 28V74H154Z"/>
      <path d="M186 18V28H196"/>
      <path class="stroke-seal" d="M168 41C168 36 171 33.5 175 33.5S182 36 182 40.5C182 46 175 46.5 175 53M175 60V60.5" stroke-width="2"/>
    </g>
    <path class="stroke-ink-2" d="M128 32C134 24 140 20 148 19M138 34C142 31 144 30 147 29" stroke-dasharray="3 4"/>
  `,
);

/** An unplugged plug. */
export const OfflineDrawing = drawing(
  `
    <path d="M22 74C40 74 40 50 58 50S70 60 82 60"/>
    <path class="fill-sheet" d="M82 46H94Q104 46 104 56V64Q104 74 94 74H82Z"/>
    <path d="M104 54H114M104 66H114"/>
    <path class="fill-sheet" d="M158 46H146Q136 46 136 56V64Q136 74 146 74H158Z"/>
    <path d="M142 54H146M142 66H146" stroke-width="2.5"/>
    <path d="M158 60C172 60 172 74 186 74S204 60 218 60"/>
    <path class="stroke-seal" d="M125 50V38M119 52L111 41M131 52L139 41M125 70V82M119 68L111 79M131 68L139 79"/>
  `,
);
