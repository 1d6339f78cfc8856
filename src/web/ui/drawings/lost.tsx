import { drawing } from './drawing.tsx';

/** A book with a leaf gone. */
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
