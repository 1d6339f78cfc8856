import { drawing } from './drawing.tsx';

/** A tidy desk with nothing on it to do. */
export const DeskDrawing = drawing(
  `
    <path d="M30 96H210M46 96V112M194 96V112"/>
    <path class="fill-sheet" d="M66 88H118Q120 88 120 90V96H66Q62 96 62 92T66 88Z"/>
    <path class="fill-sheet" d="M72 79H112V88H72Q68 88 68 83.5T72 79Z"/>
    <path d="M112 82H74M120 91.5H70" class="stroke-ink-2"/>
    <path class="fill-sheet" d="M137 76H153L151 96H139Z"/>
    <path d="M141 76L138 58M146 76V54M150 76L154 60"/>
    <path d="M170 96H190M180 96L186 62L168 40"/>
    <circle class="fill-sheet" cx="186" cy="62" r="2.5"/>
    <path class="fill-sheet" d="M172 33L151 44Q157 54 167 49T176 37Z"/>
    <path class="stroke-seal" d="M156 52L150 60M163 53L160 62M151 47L143 52"/>
  `,
);
