import { Formula } from '#web/domains/chat/rendering/formula/formula.tsx';

const formulas = /\\\((.*?)\\\)/;

/** Text with formulas between \( and \). */
export function MathText({ text }: { text: string }) {
  return text.split(formulas).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have an order and nothing else
    at % 2 === 1 ? <Formula key={at} latex={part} /> : <span key={at}>{part}</span>,
  );
}
