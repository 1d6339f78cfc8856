/**
 * A text and exactly what a reader sees of it, in the notation of look.ts: formulas as ⟨x⟩ within a line and
 * ⟪x⟫ on a line of their own, ⋯ where one is still being written, blocks on lines.
 */
export type Case = { text: string; seen: string; streaming?: boolean };

export const both = (text: string): Case => ({ text, seen: text });
