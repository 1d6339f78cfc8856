import { drawing } from './drawing.tsx';

/** Two bubbles: a question, and its answer checked. */
export const TutorDrawing = drawing(
  `
    <path class="fill-sheet" d="M60 20H140Q148 20 148 28V56Q148 64 140 64H86L76 75V64H60Q52 64 52 56V28Q52 20 60 20Z"/>
    <path d="M66 36H124M66 48H104"/>
    <path class="fill-sheet stroke-seal" d="M117 50H182Q190 50 190 58V82Q190 90 182 90H180V100L170 90H117Q109 90 109 82V58Q109 50 117 50Z"/>
    <path class="stroke-seal" d="M121 64C125 65 126 74 131 75M131 64C127 66 125 73 121 76M138 67.5H146M138 72.5H146M155.5 63L152 71.5H160.5M158.5 67V77M168 71L171.5 75.5L179 64"/>
  `,
);
