import { setTimeout as sleep } from 'node:timers/promises';
import type { convertToOpenAICompatibleChatMessages } from '@ai-sdk/openai-compatible/internal';
import type { Endpoint } from '#server/ground/config/chat-values.ts';
import type { Config } from '#server/ground/config/config.ts';
import { silentTelemetry } from '#server/ground/telemetry/telemetry.ts';
import type { Usage } from '../answering/end-generation.ts';
import type { ToolCall } from './model-chunks.ts';
import { CallError, streamFromModel } from './model-stream.ts';
import type { ToolDefinition } from './tools.ts';

export type Prompt = Parameters<typeof convertToOpenAICompatibleChatMessages>[0];

export type Request = {
  endpoints: readonly Endpoint[];
  /** Instead of the endpoint's own. */
  model: string;
  /** Made for each: one takes pictures and the next does not. */
  promptFor: (endpoint: Endpoint) => Promise<Prompt>;
  signal: AbortSignal;
  onText: (text: string) => void;
  /** What the student is told where the endpoint's filter withholds its answer, or the rest of it. */
  refusal: string;
  /** What the model may have called; it is then told by `onToolCall`, and the answer may be without text. */
  tools?: readonly ToolDefinition[];
  onToolCall?: (call: ToolCall) => void;
};

type Limits = Pick<Config['ai'], 'firstTokenTimeoutMs' | 'idleTimeoutMs' | 'breakerFailures'>;

/** No endpoint gave a whole answer. */
export class UpstreamError extends Error {
  override name = 'UpstreamError';
  readonly usage: Usage | undefined;
  constructor(message: string, usage: Usage | undefined, cause: unknown) {
    super(message, { cause });
    this.usage = usage;
  }
}

/** The endpoint said all that its limit allows: no fault of its own, and nothing to ask again for. */
class CutShort extends Error {
  override name = 'CutShort';
}

const triesPerEndpoint = 2;
const longestRetryMs = 2_000;
const firstRetryMs = 150;

export type Upstream = ReturnType<typeof createUpstream>;

/** Language models behind OpenAI-compatible endpoints. Asked again, or the next one asked, before the first text only. */
export function createUpstream(limits: Limits, telemetry = silentTelemetry) {
  const breaker = createBreaker(limits.breakerFailures);

  async function attempt(endpoint: Endpoint, request: Request, onFirst: () => void): Promise<Usage> {
    const late = new AbortController();
    const patience = setTimeout(() => late.abort(new Error('no text in time')), limits.firstTokenTimeoutMs);
    const usage: Usage = { endpoint: endpoint.name, inputTokens: 0, outputTokens: 0, spendMicros: 0 };
    let said = '';
    let idle: NodeJS.Timeout | undefined;
    let prompt: Prompt = [];
    const tell = (text: string) => {
      if (said === '') {
        clearTimeout(patience);
        idle = setTimeout(() => late.abort(new Error('the text stopped coming')), limits.idleTimeoutMs);
        onFirst();
      }
      said += text;
      idle?.refresh();
      request.onText(text);
    };
    const count = (told: Pick<Usage, 'inputTokens' | 'outputTokens'>) => {
      usage.inputTokens = told.inputTokens || roughTokens(wordsOf(prompt));
      usage.outputTokens = told.outputTokens || roughTokens(said);
      usage.spendMicros = usage.inputTokens * endpoint.priceIn + usage.outputTokens * endpoint.priceOut;
    };
    try {
      prompt = await request.promptFor(endpoint);
      const finished = await streamFromModel({
        ...endpoint,
        body: await bodyOf(endpoint, request, prompt),
        signal: AbortSignal.any([request.signal, late.signal]),
        onText: tell,
        onThought: () => void (idle ?? patience).refresh(),
      });
      count(finished);
      if (finished.end === 'withheld') tell(said === '' ? request.refusal : `\n\n${request.refusal}`);
      const hasCalls = finished.toolCalls.length > 0;
      if (said === '' && !hasCalls) throw new Error('the answer is empty');
      if (said === '') onFirst();
      if (finished.end === 'cut' && !hasCalls) throw new CutShort('the answer is longer than its limit');
      for (const call of finished.toolCalls) request.onToolCall?.(call);
      return usage;
    } catch (error) {
      if (said === '') throw error;
      // What broke off told nothing of its cost, and was not free.
      if (usage.outputTokens === 0) count(usage);
      throw new UpstreamError('the answer broke off', usage, error);
    } finally {
      clearTimeout(patience);
      clearTimeout(idle);
      // Ends the request where it still runs.
      late.abort();
    }
  }

  return {
    async answer(request: Request): Promise<Usage> {
      let last: unknown = new Error('no endpoint may be asked now');
      for (const endpoint of request.endpoints) {
        for (let tries = 1; tries <= triesPerEndpoint; tries += 1) {
          if (!breaker.admits(endpoint.name)) break;
          try {
            const asked = performance.now();
            const began = () => {
              breaker.succeeded(endpoint.name);
              telemetry.modelBegan(endpoint.name, (performance.now() - asked) / 1000);
            };
            return await telemetry.span('model', { endpoint: endpoint.name }, () =>
              attempt(endpoint, request, began),
            );
          } catch (error) {
            if (request.signal.aborted) {
              breaker.released(endpoint.name);
              throw error;
            }
            if (!isCutShort(error)) telemetry.modelFailed(endpoint.name);
            // What was wrong with our request says nothing of the endpoint.
            if (mayRetry(error) && !isCutShort(error)) breaker.failed(endpoint.name);
            else breaker.released(endpoint.name);
            if (error instanceof UpstreamError) throw error;
            last = error;
            if (tries === triesPerEndpoint || !mayRetry(error)) break;
            await sleep(pauseBefore(error, tries), undefined, { signal: request.signal });
          }
        }
      }
      throw new UpstreamError('no endpoint answered', undefined, last);
    },
  };
}

let sdk: Promise<typeof import('@ai-sdk/openai-compatible/internal')> | undefined;

/** The AI SDK is read with the first answer: a process that asks no model does not pay for it when it starts. */
async function bodyOf(endpoint: Endpoint, { model, tools = [] }: Request, prompt: Prompt) {
  sdk ??= import('@ai-sdk/openai-compatible/internal');
  const { convertToOpenAICompatibleChatMessages } = await sdk;
  return {
    model: model || endpoint.model,
    messages: convertToOpenAICompatibleChatMessages(prompt),
    stream: true,
    stream_options: { include_usage: true },
    ...(endpoint.tools !== false &&
      tools.length > 0 && { tools: tools.map((one) => ({ type: 'function', function: one })) }),
  };
}

/** What was wrong with the request itself is wrong again; one that was not answered is worth another try. */
const mayRetry = (error: unknown) => !(error instanceof CallError) || error.isRetryable;

const isCutShort = (error: unknown) => error instanceof UpstreamError && error.cause instanceof CutShort;

/** A character for each outside of Latin, four in one of Latin: near enough where an endpoint does not count. */
function roughTokens(text: string) {
  const others = text.replace(/[\0-\u024f]/g, '').length;
  return Math.ceil(others + (text.length - others) / 4);
}

const wordsOf = (prompt: Prompt) =>
  prompt
    .flatMap(({ content }) =>
      typeof content === 'string' ? [content] : content.map((part) => ('text' in part ? part.text : '')),
    )
    .join('');

function pauseBefore(error: unknown, tries: number) {
  const asked = error instanceof CallError ? error.retryAfterSeconds : undefined;
  const own = firstRetryMs * 2 ** (tries - 1) * (0.5 + Math.random());
  return Math.min(longestRetryMs, asked === undefined ? own : asked * 1000);
}

const restMs = 30_000;

/**
 * Leaves an endpoint alone for a while that has failed several times in a row. Each process learns by itself: that
 * costs a few requests more, and no process has to wait for another's opinion before it may answer.
 */
export function createBreaker(failuresToOpen: number, now = () => performance.now()) {
  const states = new Map<string, { failures: number; restsUntil: number; isTrying: boolean }>();
  const stateOf = (name: string) => {
    const known = states.get(name) ?? { failures: 0, restsUntil: 0, isTrying: false };
    states.set(name, known);
    return known;
  };
  return {
    /** After its rest one request goes through to see; the others wait for what becomes of it. */
    admits(name: string) {
      const state = stateOf(name);
      if (state.failures < failuresToOpen) return true;
      if (now() < state.restsUntil || state.isTrying) return false;
      state.isTrying = true;
      return true;
    },
    succeeded: (name: string) => void states.delete(name),
    failed(name: string) {
      const state = stateOf(name);
      state.failures += 1;
      state.isTrying = false;
      if (state.failures >= failuresToOpen) state.restsUntil = now() + restMs;
    },
    /** It was given up for a reason of ours. */
    released(name: string) {
      stateOf(name).isTrying = false;
    },
  };
}
