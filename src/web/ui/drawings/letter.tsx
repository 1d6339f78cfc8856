import { drawing } from './drawing.tsx';

/** An envelope, sealed. */
export const LetterDrawing = drawing(
  `
    <path d="M40 52H58M32 64H58M44 76H58" class="stroke-ink-2"/>
    <path class="fill-sheet" d="M77 28H171Q177 28 177 34V90Q177 96 171 96H77Q71 96 71 90V34Q71 28 77 28Z"/>
    <path d="M72.5 93.5L108 63M175.5 93.5L140 63M72.5 31L117 68.5Q124 74 131 68.5L175.5 31"/>
    <circle class="fill-seal-soft stroke-seal" cx="124" cy="71" r="10"/>
    <path class="stroke-seal" d="M119.5 71L123 74.5L129 67.5"/>
  `,
);
