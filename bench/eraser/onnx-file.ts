/** Writes ONNX files (protobuf), with just enough of the format for a convolutional network. */
const bytes = (...parts: Uint8Array[]) => Buffer.concat(parts);

function varint(value: number) {
  const out: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...out, rest]);
    out.push((rest % 128) | 128);
  }
}

const varintField = (field: number, value: number) => bytes(varint(field * 8), varint(value));
const bytesField = (field: number, data: Uint8Array) =>
  bytes(varint(field * 8 + 2), varint(data.length), data);
const stringField = (field: number, value: string) => bytesField(field, Buffer.from(value));

type Attribute = number | number[] | string;

function attribute(name: string, value: Attribute) {
  if (typeof value === 'string')
    return bytesField(5, bytes(stringField(1, name), stringField(4, value), varintField(20, 3)));
  if (typeof value === 'number')
    return bytesField(5, bytes(stringField(1, name), varintField(3, value), varintField(20, 2)));
  return bytesField(
    5,
    bytes(stringField(1, name), ...value.map((item) => varintField(8, item)), varintField(20, 7)),
  );
}

const float = 1;

function valueInfo(field: number, name: string, shape: (number | string)[]) {
  const dimension = (side: number | string) =>
    bytesField(1, typeof side === 'number' ? varintField(1, side) : stringField(2, side));
  const tensor = bytes(varintField(1, float), bytesField(2, bytes(...shape.map(dimension))));
  return bytesField(field, bytes(stringField(1, name), bytesField(2, bytesField(1, tensor))));
}

export function onnxWriter() {
  const nodes: Buffer[] = [];
  const weights: Buffer[] = [];
  let names = 0;
  return {
    weight(data: Float32Array, shape: number[]) {
      const name = `w${names++}`;
      const dims = shape.map((side) => varintField(1, side));
      weights.push(
        bytesField(
          5,
          bytes(
            ...dims,
            varintField(2, float),
            stringField(8, name),
            bytesField(9, new Uint8Array(data.buffer)),
          ),
        ),
      );
      return name;
    },
    node(type: string, inputs: string[], attributes: Record<string, Attribute> = {}) {
      const output = `x${names++}`;
      const attributeBytes = Object.entries(attributes).map(([name, value]) => attribute(name, value));
      nodes.push(
        bytesField(
          1,
          bytes(
            ...inputs.map((name) => stringField(1, name)),
            stringField(2, output),
            stringField(3, output),
            stringField(4, type),
            ...attributeBytes,
          ),
        ),
      );
      return output;
    },
    /** The ONNX file, with one input and with the named nodes as outputs. */
    file(input: string, inputShape: (number | string)[], outputs: string[]) {
      const infos = outputs.map((name) => valueInfo(12, name, ['n', 'c', 'h', 'w']));
      const graph = bytes(
        ...nodes,
        stringField(2, 'graph'),
        ...weights,
        valueInfo(11, input, inputShape),
        ...infos,
      );
      return bytes(
        varintField(1, 8),
        bytesField(7, graph),
        bytesField(8, bytes(stringField(1, ''), varintField(2, 17))),
      );
    },
  };
}
