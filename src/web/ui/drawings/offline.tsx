import { drawing } from './drawing.tsx';

/** A plug out of its socket. */
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
