import { drawing } from './drawing.tsx';

/** A page, half of it clean again. */
export const EraserDrawing = drawing(
  `
    <path class="fill-sheet" d="M84 12H156Q160 12 160 16V104Q160 108 156 108H84Q80 108 80 104V16Q80 12 84 12Z"/>
    <path d="M90 28H116" stroke-width="2.5"/>
    <path class="stroke-line" d="M90 50H150M90 70H150M90 90H150"/>
    <path d="M90 50H118M90 70H112M90 90H106"/>
    <path class="stroke-seal" d="M92 44C94 38 97 38 97 43S101 46 103 41S108 38 108 43S112 45 115 40M92 64C95 58 98 60 98 63S103 66 105 60S109 60 110 63M92 84C94 79 97 79 98 83S101 86 104 80"/>
    <g transform="rotate(24 132 62)">
      <path class="fill-sheet" d="M122 42H142Q145 42 145 45V79Q145 82 142 82H122Q119 82 119 79V45Q119 42 122 42Z"/>
      <path d="M119 66H145M119 70H145"/>
    </g>
    <path d="M108 96L110 97M114 92L116 91M118 99H120"/>
  `,
);
