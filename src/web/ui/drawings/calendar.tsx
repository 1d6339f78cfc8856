import { drawing } from './drawing.tsx';

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
