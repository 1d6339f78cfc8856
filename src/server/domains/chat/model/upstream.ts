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
  /** Replaces the endpoint's own model, unless empty. */
  model: string;
  /** Made for each endpoint: some accept pictures and others do not. */
  promptFor: (endpoint: Endpoint) => Promise<Prompt>;
  signal: AbortSignal;
  onText: (text: string) => void;
  /** Shown to the student when the endpoint's content filter withholds the answer, or the rest of it. */
  refusal: string;
  /** Called where it withholds all of the answer, or the model itself refuses. */
  onRefusal: () => void;
  /**
   * Tools that the model may call. Calls are passed to `onToolCall`, and the answer may then have no text.
   */
  tools?: readonly ToolDefinition[];
  onToolCall?: (call: ToolCall) => void;
};

type Limits = Pick<Config['ai'], 'firstTokenTimeoutMs' | 'idleTimeoutMs' | 'breakerFailures'>;

/** No endpoint gave a complete answer. */
export class UpstreamError extends Error {
  override name = 'UpstreamError';
  readonly usage: Usage | undefined;
  constructor(message: string, usage: Usage | undefined, cause: unknown) {
    super(message, { cause });
    this.usage = usage;
  }
}

/**
 * The answer reached the endpoint's length limit: not a failure of the endpoint, and a retry would not help.
 */
class CutShort extends Error {
  override name = 'CutShort';
}

const triesPerEndpoint = 2;
const longestRetryMs = 2_000;
const firstRetryMs = 150;

export type Upstream = ReturnType<typeof createUpstream>;

/**
 * Language models behind OpenAI-compatible endpoints. Retries, and moves on to the next endpoint, only before
 * the first text.
 */
export function createUpstream(limits: Limits, telemetry = silentTelemetry) {
  const breaker = createBreaker(limits.breakerFailures);

  async function attempt(endpoint: Endpoint, request: Request, onFirst: () => void): Promise<Usage> {
    const late = new AbortController();
    const firstTokenTimer = setTimeout(
      () => late.abort(new Error('no text in time')),
      limits.firstTokenTimeoutMs,
    );
    const usage: Usage = { endpoint: endpoint.name, inputTokens: 0, outputTokens: 0, spendMicros: 0 };
    let said = '';
    let idle: NodeJS.Timeout | undefined;
    let prompt: Prompt = [];
    const emit = (text: string) => {
      if (said === '') {
        clearTimeout(firstTokenTimer);
        idle = setTimeout(() => late.abort(new Error('the text stopped coming')), limits.idleTimeoutMs);
        onFirst();
      }
      said += text;
      idle?.refresh();
      request.onText(text);
    };
    const count = (reported: Pick<Usage, 'inputTokens' | 'outputTokens'>) => {
      usage.inputTokens = reported.inputTokens || roughTokens(textOf(prompt));
      usage.outputTokens = reported.outputTokens || roughTokens(said);
      usage.spendMicros = usage.inputTokens * endpoint.priceIn + usage.outputTokens * endpoint.priceOut;
    };
    try {
      prompt = await request.promptFor(endpoint);
      const finished = await streamFromModel({
        ...endpoint,
        body: await bodyOf(endpoint, request, prompt),
        signal: AbortSignal.any([request.signal, late.signal]),
        onText: emit,
        onThought: () => void (idle ?? firstTokenTimer).refresh(),
      });
      count(finished);
      if (finished.isRefusal || (finished.end === 'withheld' && said === '')) request.onRefusal();
      if (finished.end === 'withheld') emit(said === '' ? request.refusal : `\n\n${request.refusal}`);
      const hasCalls = finished.toolCalls.length > 0;
      if (said === '' && !hasCalls) throw new Error('the answer is empty');
      if (said === '') onFirst();
      if (finished.end === 'cut' && !hasCalls) throw new CutShort('the answer is longer than its limit');
      for (const call of finished.toolCalls) request.onToolCall?.(call);
      return usage;
    } catch (error) {
      if (said === '') throw error;
      // A broken answer reports no usage, but was not free: its tokens are estimated.
      if (usage.outputTokens === 0) count(usage);
      throw new UpstreamError('the answer broke off', usage, error);
    } finally {
      clearTimeout(firstTokenTimer);
      clearTimeout(idle);
      // Aborts the request if it is still running.
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
            const startedAt = performance.now();
            const began = () => {
              breaker.succeeded(endpoint.name);
              telemetry.modelBegan(endpoint.name, (performance.now() - startedAt) / 1000);
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
            // A mistake in our request says nothing about the endpoint.
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

/** The AI SDK is imported with the first answer: a process without a model does not load it at the start. */
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

/** A bad request would fail again; a request that was not answered is worth a retry. */
const mayRetry = (error: unknown) => !(error instanceof CallError) || error.isRetryable;

const isCutShort = (error: unknown) => error instanceof UpstreamError && error.cause instanceof CutShort;

/** An estimate for endpoints that do not count: one token per non-Latin character, or per four Latin ones. */
function roughTokens(text: string) {
  const others = text.replace(/[\0-\u024f]/g, '').length;
  return Math.ceil(others + (text.length - others) / 4);
}

const textOf = (prompt: Prompt) =>
  prompt
    .flatMap(({ content }) =>
      typeof content === 'string' ? [content] : content.map((part) => ('text' in part ? part.text : '')),
    )
    .join('');

function pauseBefore(error: unknown, tries: number) {
  const retryAfterSeconds = error instanceof CallError ? error.retryAfterSeconds : undefined;
  const own = firstRetryMs * 2 ** (tries - 1) * (0.5 + Math.random());
  return Math.min(longestRetryMs, retryAfterSeconds === undefined ? own : retryAfterSeconds * 1000);
}

const restMs = 30_000;

/**
 * Circuit breaker: skips an endpoint for a while after several failures in a row. Each process counts for
 * itself: that costs a few more requests, but no process has to wait for another before it may answer.
 */
export function createBreaker(failuresToOpen: number, now = () => performance.now()) {
  const states = new Map<string, { failures: number; restsUntil: number; isTrying: boolean }>();
  const stateOf = (name: string) => {
    const known = states.get(name) ?? { failures: 0, restsUntil: 0, isTrying: false };
    states.set(name, known);
    return known;
  };
  return {
    /**
     * After the pause one request is let through as a probe; the others are refused until its outcome is
     * known.
     */
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
    /** The request was ended for a reason of ours, not of the endpoint. */
    released(name: string) {
      stateOf(name).isTrying = false;
    },
  };
}
