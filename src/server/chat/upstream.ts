import { setTimeout as sleep } from 'node:timers/promises';
import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Config } from '../config.ts';
import { createBreaker } from './breaker.ts';
import type { Endpoint } from './config-values.ts';
import type { Usage } from './end-generation.ts';
import type { ToolCall, ToolDefinition } from './tools.ts';

type Model = ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>;
export type Prompt = Parameters<Model['doStream']>[0]['prompt'];

export type Request = {
  endpoints: readonly Endpoint[];
  /** Instead of the endpoint's own. */
  model: string;
  /** Made for each: one takes pictures and the next does not. */
  promptFor: (endpoint: Endpoint) => Promise<Prompt>;
  signal: AbortSignal;
  onText: (text: string) => void;
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

const triesPerEndpoint = 2;
const longestRetryMs = 2_000;
const firstRetryMs = 150;

export type Upstream = ReturnType<typeof createUpstream>;

/** Language models behind OpenAI-compatible endpoints. Asked again, or the next one asked, before the first text only. */
export function createUpstream(limits: Limits) {
  const breaker = createBreaker(limits.breakerFailures);
  const models = new Map<string, Model>();

  /** Read with the first answer: a process that asks no model does not pay for it when it starts. */
  async function modelOf({ name, baseUrl, apiKey, model }: Endpoint, other: string): Promise<Model> {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const id = other || model;
    const key = `${name} ${id}`;
    const known =
      models.get(key) ??
      createOpenAICompatible({
        name,
        baseURL: baseUrl,
        includeUsage: true,
        ...(apiKey && { apiKey }),
      }).chatModel(id);
    models.set(key, known);
    return known;
  }

  async function attempt(endpoint: Endpoint, request: Request, onFirst: () => void): Promise<Usage> {
    const late = new AbortController();
    const patience = setTimeout(() => late.abort(new Error('no text in time')), limits.firstTokenTimeoutMs);
    const usage: Usage = { endpoint: endpoint.name, inputTokens: 0, outputTokens: 0, spendMicros: 0 };
    let hasText = false;
    let hasCalls = false;
    let idle: NodeJS.Timeout | undefined;
    try {
      const prompt = await request.promptFor(endpoint);
      const abortSignal = AbortSignal.any([request.signal, late.signal]);
      const asked = await modelOf(endpoint, request.model);
      const { stream } = await asked.doStream({
        prompt,
        abortSignal,
        ...(endpoint.tools !== false && toolsFor(request)),
      });
      const reader = stream.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        if (value.type === 'text-delta') {
          if (!hasText) {
            hasText = true;
            clearTimeout(patience);
            idle = setTimeout(() => late.abort(new Error('the text stopped coming')), limits.idleTimeoutMs);
            onFirst();
          }
          idle?.refresh();
          request.onText(value.delta);
        } else if (value.type === 'tool-call') {
          if (!hasText && !hasCalls) onFirst();
          hasCalls = true;
          clearTimeout(patience);
          request.onToolCall?.({ id: value.toolCallId, name: value.toolName, arguments: value.input });
        } else if (value.type === 'error') {
          // What comes after a chunk that cannot be read would leave a hole in the text.
          void reader.cancel().catch(() => {});
          throw value.error;
        } else if (value.type === 'finish') {
          usage.inputTokens = value.usage.inputTokens.total ?? 0;
          usage.outputTokens = value.usage.outputTokens.total ?? 0;
        }
      }
      if (!hasText && !hasCalls) throw new Error('the answer is empty');
      usage.spendMicros = usage.inputTokens * endpoint.priceIn + usage.outputTokens * endpoint.priceOut;
      return usage;
    } catch (error) {
      throw hasText ? new UpstreamError('the answer broke off', usage, error) : error;
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
            return await attempt(endpoint, request, () => breaker.succeeded(endpoint.name));
          } catch (error) {
            if (request.signal.aborted) {
              breaker.released(endpoint.name);
              throw error;
            }
            // What was wrong with our request says nothing of the endpoint.
            if (mayRetry(error)) breaker.failed(endpoint.name);
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

const toolsFor = ({ tools = [] }: Request) =>
  tools.length === 0
    ? {}
    : {
        tools: tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          name,
          description,
          inputSchema: parameters,
        })),
      };

/** An endpoint that answered with an error says whether it is worth another try; one that did not answer is. */
type CallError = { isRetryable?: boolean; responseHeaders?: Record<string, string> };

/** What was wrong with the request itself is wrong again. */
const mayRetry = (error: unknown) => (error as CallError).isRetryable !== false;

function pauseBefore(error: unknown, tries: number) {
  const asked = Number((error as CallError).responseHeaders?.['retry-after']) * 1000;
  const own = firstRetryMs * 2 ** (tries - 1) * (0.5 + Math.random());
  return Math.min(longestRetryMs, Number.isFinite(asked) && asked >= 0 ? asked : own);
}
