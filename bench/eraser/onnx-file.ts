/** Just enough of ONNX's file format to write a network of convolutions. */
const bytes = (...parts: Uint8Array[]) => Buffer.concat(parts);

function varint(value: number) {
  const out: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...out, rest]);
    out.push((rest % 128) | 128);
  }
}

const whole = (field: number, value: number) => bytes(varint(field * 8), varint(value));
const block = (field: number, data: Uint8Array) => bytes(varint(field * 8 + 2), varint(data.length), data);
const text = (field: number, value: string) => block(field, Buffer.from(value));

type Attribute = number | number[] | string;

function attribute(name: string, value: Attribute) {
  if (typeof value === 'string') return block(5, bytes(text(1, name), text(4, value), whole(20, 3)));
  if (typeof value === 'number') return block(5, bytes(text(1, name), whole(3, value), whole(20, 2)));
  return block(5, bytes(text(1, name), ...value.map((item) => whole(8, item)), whole(20, 7)));
}

const float = 1;

function valueInfo(field: number, name: string, shape: (number | string)[]) {
  const dimension = (side: number | string) =>
    block(1, typeof side === 'number' ? whole(1, side) : text(2, side));
  const tensor = bytes(whole(1, float), block(2, bytes(...shape.map(dimension))));
  return block(field, bytes(text(1, name), block(2, block(1, tensor))));
}

export function onnxWriter() {
  const nodes: Buffer[] = [];
  const weights: Buffer[] = [];
  let names = 0;
  return {
    weight(data: Float32Array, shape: number[]) {
      const name = `w${names++}`;
      const dims = shape.map((side) => whole(1, side));
      weights.push(
        block(5, bytes(...dims, whole(2, float), text(8, name), block(9, new Uint8Array(data.buffer)))),
      );
      return name;
    },
    node(type: string, inputs: string[], attributes: Record<string, Attribute> = {}) {
      const output = `x${names++}`;
      const given = Object.entries(attributes).map(([name, value]) => attribute(name, value));
      nodes.push(
        block(
          1,
          bytes(
            ...inputs.map((name) => text(1, name)),
            text(2, output),
            text(3, output),
            text(4, type),
            ...given,
          ),
        ),
      );
      return output;
    },
    /** The file: one input and outputs by the names of nodes. */
    file(input: string, inputShape: (number | string)[], outputs: string[]) {
      const infos = outputs.map((name) => valueInfo(12, name, ['n', 'c', 'h', 'w']));
      const graph = bytes(...nodes, text(2, 'graph'), ...weights, valueInfo(11, input, inputShape), ...infos);
      return bytes(whole(1, 8), block(7, graph), block(8, bytes(text(1, ''), whole(2, 17))));
    },
  };
}
