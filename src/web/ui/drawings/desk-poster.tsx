import { drawing } from './drawing.tsx';

/** The still of public/animations/desk.json (scripts/draw-animation.mjs): one line erased, one under the eraser. */
export const DeskPoster = drawing(
  `
    <g stroke-width="1.4">
      <path d="M34 182H286M52 158L49 138M57 158V132M61 158L65 141"/>
      <path class="fill-sheet" d="M46 158H66L64 182H48Z"/>
      <rect class="fill-sheet" x="88" y="12" width="142" height="164" rx="7"/>
      <rect class="fill-sheet" x="80" y="18" width="142" height="164" rx="7"/>
      <path class="stroke-line" d="M112 78H206M112 110H206M112 142H206M96 162H206"/>
      <path d="M99 66V66.1M99 98V98.1M99 130V130.1" stroke-width="4"/>
      <path d="M96 40H138" stroke-width="2.6"/>
      <path class="stroke-seal" stroke-width="1.8" d="M165 94C168 90 173 91 172 95C171 99 166 103 164 105C168 104.5 171 104.5 175 104M117 133C120 124 124 124 124 129C124 135 128 135 131 129C133 124 137 124 137 129C137 135 141 135 144 129C146 125 149 124 150 129C151 134 154 134 157 129C159 125 162 125 163 129C164 133 168 134 173 127"/>
      <circle class="fill-jade-soft stroke-jade" cx="221" cy="44" r="22"/>
      <path class="stroke-jade" stroke-width="2.4" d="M212 45L218 51.5L231 36.5"/>
      <g transform="translate(147 94) rotate(24)">
        <rect class="fill-sheet" x="-13" y="-22" width="26" height="44" rx="4"/>
        <path d="M-13 8H13M-13 3H13"/>
      </g>
    </g>
  `,
  '320 200',
);
