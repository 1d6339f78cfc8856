import { drawing } from './error-drawings.tsx';

/**
 * The static picture of public/animations/desk.json (scripts/draw-animation.mjs): one line erased, one under
 * the eraser.
 */
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

/** A tidy desk without any work on it. */
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

/** A month with a day ticked, and a clock. */
export const CalendarDrawing = drawing(
  `
    <path class="fill-sheet" d="M72 22H150Q156 22 156 28V92Q156 98 150 98H72Q66 98 66 92V28Q66 22 72 22Z"/>
    <path d="M66 40H156M86 15V28M111 15V28M136 15V28"/>
    <path class="stroke-ink-2" d="M80 52H84M96 52H100M112 52H116M128 52H132M144 52H146M80 66H84M112 66H116M128 66H132M80 80H84M96 80H100M112 80H116" stroke-width="2.5"/>
    <path class="stroke-seal" d="M91 66L96 71.5L106 59" stroke-width="2.5"/>
    <circle class="fill-sheet" cx="158" cy="84" r="23"/>
    <path d="M158 70V84L167 90M158 64.5V66M158 102V103.5M138.5 84H140M176 84H177.5"/>
  `,
);

/** A page, half of it erased. */
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

/** A tutor's card under a magnifier. */
export const FindDrawing = drawing(
  `
    <path class="fill-sheet" d="M64 24H166Q172 24 172 30V90Q172 96 166 96H64Q58 96 58 90V30Q58 24 64 24Z"/>
    <circle cx="80" cy="48" r="7"/>
    <path d="M68 70C68 62 73 59 80 59S92 62 92 70M70 82H112"/>
    <path d="M106 42H132M106 54H122"/>
    <circle class="fill-sheet stroke-seal" cx="150" cy="62" r="25"/>
    <path class="stroke-seal" d="M168.5 80.5L188 100" stroke-width="3"/>
    <path d="M137 56H156M137 66H163"/>
    <path class="stroke-seal" d="M158 54L161 57.5L167 50"/>
  `,
);

/** A sealed envelope. */
export const LetterDrawing = drawing(
  `
    <path d="M40 52H58M32 64H58M44 76H58" class="stroke-ink-2"/>
    <path class="fill-sheet" d="M77 28H171Q177 28 177 34V90Q177 96 171 96H77Q71 96 71 90V34Q71 28 77 28Z"/>
    <path d="M72.5 93.5L108 63M175.5 93.5L140 63M72.5 31L117 68.5Q124 74 131 68.5L175.5 31"/>
    <circle class="fill-seal-soft stroke-seal" cx="124" cy="71" r="10"/>
    <path class="stroke-seal" d="M119.5 71L123 74.5L129 67.5"/>
  `,
);

/** Two bubbles: a question, and its answer checked. */
export const TutorDrawing = drawing(
  `
    <path class="fill-sheet" d="M60 20H140Q148 20 148 28V56Q148 64 140 64H86L76 75V64H60Q52 64 52 56V28Q52 20 60 20Z"/>
    <path d="M66 36H124M66 48H104"/>
    <path class="fill-sheet stroke-seal" d="M117 50H182Q190 50 190 58V82Q190 90 182 90H180V100L170 90H117Q109 90 109 82V58Q109 50 117 50Z"/>
    <path class="stroke-seal" d="M121 64C125 65 126 74 131 75M131 64C127 66 125 73 121 76M138 67.5H146M138 72.5H146M155.5 63L152 71.5H160.5M158.5 67V77M168 71L171.5 75.5L179 64"/>
  `,
);

/** A microphone and its waves. */
export const VoiceDrawing = drawing(
  `
    <circle class="fill-sheet" cx="120" cy="60" r="34"/>
    <rect class="stroke-seal" x="112.5" y="39" width="15" height="26" rx="7.5"/>
    <path d="M105.5 56V57.5A14.5 14.5 0 0 0 134.5 57.5V56M120 72V80M113 80H127"/>
    <path d="M76 48V72M66 54V66M56 57V63M46 59V61M164 44V76M174 52V68M184 56V64M194 59V61"/>
  `,
);
