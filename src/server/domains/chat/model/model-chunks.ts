/** A tool call of the model; its arguments are JSON as the model wrote it. */
export type ToolCall = { id: string; name: string; arguments: string };
/** `cut`: the endpoint's length limit ended the answer. `withheld`: its content filter did. */
type End = 'whole' | 'cut' | 'withheld';
export type Finished = {
  inputTokens: number;
  outputTokens: number;
  toolCalls: ToolCall[];
  end: End;
  /** All that the model wrote says why it does not answer. */
  isRefusal: boolean;
};

type Fields = Record<string, unknown>;

const longestLine = 1_048_576;
const mostTools = 16;
const longestArguments = 100_000;
const mostFrames = 4;
const probe = 'probe';
/** Characters that JSON writes escaped. */
const isEscaped = /["\\\p{Cc}]/u;

/**
 * Parses the events of a streamed chat completion. Anything unreadable is an error, since text after a gap
 * would not be what the model wrote. So is an end that the endpoint did not announce.
 */
export function createChunkReader() {
  let rest = '';
  let isFinished = false;
  let isDone = false;
  let thoughts = 0;
  let hasContent = false;
  /** The JSON around the text of an earlier chunk, and how many others may still be learnt. */
  let frame: Frame | undefined;
  let framesLeft = mostFrames;
  const finished: Finished = {
    inputTokens: 0,
    outputTokens: 0,
    toolCalls: [],
    end: 'whole',
    isRefusal: false,
  };

  function readChunk(data: string): string {
    const chunk = fieldsOf(JSON.parse(data));
    if (chunk.error !== undefined && chunk.error !== null)
      throw new Error('the endpoint broke off with an error');
    const usage = chunk.usage === undefined || chunk.usage === null ? undefined : fieldsOf(chunk.usage);
    if (usage) {
      finished.inputTokens = count(usage.prompt_tokens);
      finished.outputTokens = count(usage.completion_tokens);
    }
    // The last chunk may contain the usage only.
    if (usage && chunk.choices === undefined) return '';
    if (!Array.isArray(chunk.choices)) throw new Error('a chunk has no choices');
    if (chunk.choices.length === 0) return '';
    const choice = fieldsOf(chunk.choices[0]);
    if (choice.finish_reason !== undefined && choice.finish_reason !== null) {
      isFinished = true;
      finished.end = endings.get(choice.finish_reason) ?? 'whole';
    }
    if (choice.delta === undefined || choice.delta === null) return '';
    const delta = fieldsOf(choice.delta);
    if (delta.tool_calls !== undefined && delta.tool_calls !== null) addTools(delta.tool_calls);
    if (delta.reasoning_content || delta.reasoning) thoughts += 1;
    // A refusal comes as text in a field of its own.
    if (typeof delta.refusal === 'string' && !delta.content) {
      finished.isRefusal ||= !hasContent;
      return delta.refusal;
    }
    if (delta.content === undefined || delta.content === null) return '';
    if (typeof delta.content !== 'string') throw new Error('a chunk has content that is no text');
    if (delta.content !== '') {
      hasContent = true;
      finished.isRefusal = false;
    }
    return delta.content;
  }

  function readLine(line: string): string {
    if (isDone || !line.startsWith('data:')) return '';
    const known = frame && textWithin(frame, line);
    if (known !== undefined) return known;
    const data = line.slice(5).trim();
    if (data === '[DONE]') isDone = true;
    if (isDone || data === '') return '';
    const text = readChunk(data);
    if (text !== '' && framesLeft > 0) {
      framesLeft -= 1;
      frame = frameOf(line, text);
    }
    return text;
  }

  /** Tool calls arrive in pieces like the text, each with its index in the list. */
  function addTools(pieces: unknown) {
    if (!Array.isArray(pieces)) throw new Error('a chunk has tool calls that are no list');
    for (const one of pieces) {
      const piece = fieldsOf(one);
      const called = fieldsOf(piece.function ?? {});
      const index = typeof piece.index === 'number' ? piece.index : finished.toolCalls.length;
      if (!Number.isInteger(index) || index < 0 || index > Math.min(finished.toolCalls.length, mostTools - 1))
        throw new Error('a tool call out of place');
      const known = finished.toolCalls[index] ?? { id: '', name: '', arguments: '' };
      if (typeof piece.id === 'string' && piece.id !== '') known.id = piece.id;
      if (typeof called.name === 'string') known.name += called.name;
      if (typeof called.arguments === 'string') known.arguments += called.arguments;
      if (known.arguments.length > longestArguments) throw new Error('a tool call without an end');
      finished.toolCalls[index] = known;
    }
  }

  return {
    /** The text of all chunks that are complete by now. */
    read(piece: string): string {
      const lines = (rest === '' ? piece : rest + piece).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) throw new Error('a chunk without an end');
      let text = '';
      for (const line of lines) text += readLine(line);
      return text;
    },
    /** The endpoint has announced that nothing more comes. */
    isDone: () => isDone,
    /** Number of chunks with reasoning, which is not shown: the endpoint is not silent. */
    thoughts: () => thoughts,
    finish(): Finished {
      if (!isDone && !isFinished) throw new Error('the answer ended before its end');
      return finished;
    },
  };
}

const endings = new Map<unknown, End>([
  ['length', 'cut'],
  ['content_filter', 'withheld'],
]);

type Frame = { before: string; after: string };

/**
 * Chunks of one answer usually differ only in their text: the JSON before and after it is learnt from a chunk
 * that was parsed. Parsing it again with a probe as its text verifies that this is the text, and that the
 * chunk contains nothing else.
 */
function frameOf(line: string, text: string): Frame | undefined {
  const mark = `"content":${JSON.stringify(text)}`;
  const at = line.indexOf(mark);
  if (at === -1) return undefined;
  const before = line.slice(0, at + '"content":"'.length);
  const after = line.slice(at + mark.length - 1);
  const { choices, usage, error } = fieldsOf(JSON.parse(`${before}${probe}${after}`.slice(5)));
  const [choice] = choices as { delta: Fields; finish_reason?: unknown }[];
  const others = [usage, error, choice?.finish_reason, choice?.delta.tool_calls];
  return choice?.delta.content === probe && others.every((other) => other === undefined || other === null)
    ? { before, after }
    : undefined;
}

/** Undefined: the line has to be parsed. */
function textWithin({ before, after }: Frame, line: string): string | undefined {
  const length = line.length - before.length - after.length;
  if (length < 0 || !line.startsWith(before) || !line.endsWith(after)) return undefined;
  const text = line.slice(before.length, before.length + length);
  return isEscaped.test(text) ? undefined : text;
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new Error('a chunk that cannot be read');
  return value as Fields;
}

const count = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.round(value) : 0);
