import { readFile, writeFile } from 'node:fs/promises';

/** Writes a file of this folder's parent with its ${NAME}s filled in, as `envsubst` would. */
export async function fillTemplate(template: string, values: Record<string, string>, to: string) {
  const text = await readFile(new URL(`../${template}`, import.meta.url), 'utf8');
  const filled = text.replace(/\$\{([A-Z_]+)\}/g, (whole, name: string) => {
    const value = values[name];
    // Comments tell of the names too.
    if (value === undefined) throw new Error(`${template} wants a value for ${whole}`);
    return value;
  });
  await writeFile(to, filled, { mode: 0o644 });
}
