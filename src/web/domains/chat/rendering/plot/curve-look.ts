const colours = ['var(--jade)', 'var(--seal)', 'var(--amber)'] as const;
/** In units of the visible stroke: solid, dashed, dotted. */
const dashes = [undefined, '7 4', '2 4'] as const;

/** Each curve has its own dashes as well as its own colour. */
export const curveLook = (index: number) => ({
  stroke: colours[index % colours.length],
  strokeDasharray: dashes[(index + Math.floor(index / colours.length)) % dashes.length],
});
