import { drawing } from './drawing.tsx';

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
