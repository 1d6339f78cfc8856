type WasmFunction = { parameters: number; answers: boolean; run: (...given: number[]) => number | undefined };

const [int32, functionType] = [0x7f, 0x60];
const sections = { types: 1, imports: 2, exports: 7 };
const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/**
 * Functions of ours in the form that a WebAssembly module can call by pointer: a module that imports them and exports
 * them again. All they take and answer are 32-bit numbers.
 */
export function wasmFunctions<Name extends string>(functions: Record<Name, WasmFunction>) {
  const all = Object.entries<WasmFunction>(functions);
  const types = all.map(([, { parameters, answers }]) => [
    functionType,
    ...vector(Array.from({ length: parameters }, () => [int32])),
    ...vector(answers ? [[int32]] : []),
  ]);
  const module = new WebAssembly.Module(
    Uint8Array.from([
      ...header,
      ...section(sections.types, types),
      ...section(
        sections.imports,
        all.map(([name], index) => [...text('ours'), ...text(name), 0, index]),
      ),
      ...section(
        sections.exports,
        all.map(([name], index) => [...text(name), 0, index]),
      ),
    ]),
  );
  const ours = Object.fromEntries(all.map(([name, { run }]) => [name, run]));
  return new WebAssembly.Instance(module, { ours }).exports as Record<Name, () => number>;
}

const vector = (items: number[][]) => [...length(items.length), ...items.flat()];
const text = (word: string) => [...length(word.length), ...Buffer.from(word, 'latin1')];

function section(id: number, items: number[][]) {
  const body = vector(items);
  return [id, ...length(body.length), ...body];
}

/** Seven bits in each byte, the low ones first. */
function length(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...length(value >> 7)];
}
