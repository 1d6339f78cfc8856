/** What a child may be in need of. The order is that of the classifier's outputs. */
export const distressKinds = [
  'violence',
  'touching',
  'bullying',
  'hunger',
  'running_away',
  'fear',
  'self_harm',
  'eating',
] as const;
export type DistressKind = (typeof distressKinds)[number];
