/** The id of the control of a field such as child_info.0.grade. */
export const fieldId = (path: string) => `field-${path.replaceAll('.', '-')}`;

/** A field, then what it is part of: a.0.b, a.0, a. */
export function withParents(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

/** Whether one of them is, or is part of, the other. */
export const touches = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

/** The first message of a field or of anything inside it. */
export function messageAt(errors: Record<string, string>, path: string): string | undefined {
  return Object.entries(errors).find(([field]) => field === path || field.startsWith(`${path}.`))?.[1];
}
