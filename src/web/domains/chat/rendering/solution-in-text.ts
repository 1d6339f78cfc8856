import type { SolutionPart } from '#shared/chat/parts.ts';
import type { Block } from './markdown/block-reader.ts';

type Step = SolutionPart['data']['steps'][number];

/** Whether the text lists the steps of the solution, or has begun to. */
export const tellsSteps = (text: string, steps: readonly Step[]) =>
  steps[0] !== undefined && text.includes(`1. ${steps[0].text.slice(0, 12)}`);

/** How many steps a block tells: 0 unless it is the list of them and nothing else. */
export function shownSteps({ node, source }: Block, steps: readonly Step[], streaming: boolean) {
  if (node.type !== 'list' || !node.ordered || node.children.length > steps.length) return 0;
  // The number of the next item may be there before it is shown.
  const items = source
    .split(/^(?=\d{1,3}\. )/m)
    .slice(0, node.children.length)
    .map((item) => item.replace(/^\d{1,3}\. /, ''));
  if (items.length < node.children.length) return 0;
  const isTold = items.every((item, index) => {
    const { text = '' } = steps[index] ?? {};
    const isLast = index === items.length - 1;
    return item.startsWith(text) || (streaming && isLast && text.startsWith(item.trimEnd()));
  });
  return isTold && (streaming || items.length === steps.length) ? items.length : 0;
}
