import { drawing } from './drawing.tsx';

/** A microphone and its waves. */
export const VoiceDrawing = drawing(
  `
    <circle class="fill-sheet" cx="120" cy="60" r="34"/>
    <rect class="stroke-seal" x="112.5" y="39" width="15" height="26" rx="7.5"/>
    <path d="M105.5 56V57.5A14.5 14.5 0 0 0 134.5 57.5V56M120 72V80M113 80H127"/>
    <path d="M76 48V72M66 54V66M56 57V63M46 59V61M164 44V76M174 52V68M184 56V64M194 59V61"/>
  `,
);
