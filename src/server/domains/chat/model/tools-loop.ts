import type { DataPart } from '#shared/chat/parts.ts';
import type { Usage } from '../answering/end-generation.ts';
import { unlessAborted } from '../tutor/unless-aborted.ts';
import type { ToolCall } from './model-chunks.ts';
import { runTool, type ToolContext, toolDefinitions } from './tools.ts';
import { type Prompt, type Request, type Upstream, UpstreamError } from './upstream.ts';

/** How often a model is asked for one answer: the last time it gets no tools. */
export const mostRounds = 4;
const mostCallsOfRound = 8;

type ToolRequest = Omit<Request, 'tools' | 'onToolCall'> & {
  means: ToolContext;
  onPart: (part: DataPart) => void;
};

/**
 * Asks a model, runs the tools that it calls, and asks it again with their results. Parts are shown after the
 * text of the answer that they belong to.
 */
export async function answerWithTools(upstream: Upstream, options: ToolRequest): Promise<Usage> {
  const { means, onPart, ...request } = options;
  const history: Prompt = [];
  const parts: DataPart[] = [];
  let total: Usage | undefined;
  let isBegun = false;
  const onText = (text: string) => {
    isBegun = true;
    request.onText(text);
  };
  try {
    for (let round = 1; ; round += 1) {
      const calls: ToolCall[] = [];
      const hasShown = isBegun || parts.length > 0;
      let text = '';
      const usage = await upstream.answer({
        ...request,
        // The endpoint that began the answer also ends it.
        endpoints: total
          ? request.endpoints.filter(({ name }) => name === total?.endpoint)
          : request.endpoints,
        promptFor: async (endpoint) => [...(await request.promptFor(endpoint)), ...history],
        onText: (piece) => {
          text += piece;
          onText(piece);
        },
        onRefusal: () => {
          if (!hasShown) request.onRefusal();
        },
        ...(round < mostRounds && {
          tools: toolDefinitions,
          onToolCall: (call: ToolCall) => void calls.push(call),
        }),
      });
      total = total ? sumOf(total, usage) : usage;
      if (calls.length === 0) break;
      history.push(...(await exchange({ text, calls, means, parts, signal: request.signal })));
    }
    if (!isBegun && parts.length === 0)
      throw new UpstreamError('the answer is empty', total, new Error('it only ever called tools'));
    for (const part of parts) onPart(part);
    return total;
  } catch (error) {
    if (isBegun) for (const part of parts) onPart(part);
    // Text was shown before this round failed: the answer is cut, not missing.
    if (isBegun && total && error instanceof UpstreamError && error.usage === undefined)
      throw new UpstreamError('the answer broke off', total, error);
    if (total && !(error instanceof UpstreamError))
      throw new UpstreamError('the answer broke off', total, error);
    if (total && error instanceof UpstreamError && error.usage && error.usage !== total)
      throw new UpstreamError(error.message, sumOf(total, error.usage), error);
    throw error;
  }
}

type Exchange = {
  text: string;
  calls: ToolCall[];
  means: ToolContext;
  parts: DataPart[];
  signal: AbortSignal;
};

/** The model's text and tool calls, and their results, as messages for the next round. */
async function exchange({ text, calls, means, parts, signal }: Exchange): Promise<Prompt> {
  const results = [];
  for (const [at, call] of calls.entries()) {
    signal.throwIfAborted();
    const { answer, part } =
      at < mostCallsOfRound
        ? await unlessAborted(runTool(call, means, means.partsBefore + parts.length + 1), signal)
        : { answer: { error: 'too many calls at once' }, part: undefined };
    if (part) parts.push(part);
    results.push({ call, answer });
  }
  return [
    {
      role: 'assistant',
      content: [
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...calls.map(({ id, name, arguments: input }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: name,
          input: parsedOrRaw(input),
        })),
      ],
    },
    {
      role: 'tool',
      content: results.map(({ call, answer }) => ({
        type: 'tool-result' as const,
        toolCallId: call.id,
        toolName: call.name,
        output: { type: 'json' as const, value: JSON.parse(JSON.stringify(answer)) },
      })),
    },
  ];
}

/** Arguments that are not JSON go back as they came, so that the model sees its mistake. */
function parsedOrRaw(input: string): unknown {
  try {
    return JSON.parse(input || '{}');
  } catch {
    return input;
  }
}

const sumOf = (a: Usage, b: Usage): Usage => ({
  endpoint: b.endpoint,
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  spendMicros: a.spendMicros + b.spendMicros,
});
