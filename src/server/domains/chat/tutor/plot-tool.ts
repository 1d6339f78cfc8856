import type { Plot, Range } from '#engine/solver/practice/plot.ts';
import type { Mathematics } from '#server/domains/practice/mathematics.ts';
import type { PlotPart } from '#shared/chat/parts.ts';

const asksForPlot = /畫|繪|作圖|圖像|\bplot\b|\bgraph\b|\bdraw\b|\bsketch\b/i;
/** Questions about a graph that ask for more than drawing it. */
const asksElse = /求|解方程|頂點|截距|\bfind\b|\bsolve\b|\bvertex\b/i;

const partOf = ({ curves, points, xRange, yRange }: Plot, number: number): PlotPart => ({
  type: 'data-plot',
  id: `plot-${number}`,
  data: { curves, points, x_range: xRange, y_range: yRange },
});

/** The graph that a message asks for: 「畫 y=x^2-2x-1」. */
export async function plotAskedFor(mathematics: Mathematics, text: string): Promise<PlotPart | undefined> {
  if (text.length > 300 || !asksForPlot.test(text) || asksElse.test(text)) return undefined;
  const drawn = await mathematics.plot({ text });
  return drawn && partOf(drawn, 1);
}

export async function plotPart(
  mathematics: Mathematics,
  options: { expressions: string[]; range?: Range | undefined },
  number: number,
): Promise<PlotPart | undefined> {
  const drawn = await mathematics.plot(options);
  return drawn && partOf(drawn, number);
}
