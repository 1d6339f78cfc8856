import { z } from 'zod';
import type { Calls } from '../call.ts';
import { rowParams } from '../form-fields.ts';
import { neededText, plainText } from '../plain-text.ts';
import { abilities } from './chat.ts';
import { needKinds } from './limits.ts';

const bilingual = (longest: number) => z.object({ 'zh-Hant': neededText(longest), en: neededText(longest) });

/** The settings of an assistant that an operator can change. */
export const AssistantForm = z.object({
  name: bilingual(60),
  desc: bilingual(200),
  system_message: plainText(4000).describe('on top of what every assistant is told'),
  ability: z.array(z.enum(abilities)).min(1).max(abilities.length),
  endpoints: z
    .array(z.string().regex(/^[a-z0-9-]{1,40}$/))
    .max(8)
    .describe(
      'configured endpoints in the order they are tried; none: all in the order of the configuration',
    ),
  model: plainText(100).trim().describe('instead of the model of the endpoint; empty: that one'),
  is_login_required: z.boolean(),
  trial_count: z.int().min(0).max(1000).describe('messages a day that a device without login has; 0: none'),
  is_hidden_domestic: z.boolean(),
  is_shown: z.boolean(),
});
export type AssistantForm = z.infer<typeof AssistantForm>;

export const OperatorAssistant = AssistantForm.extend({
  id: z.int(),
  path_name: z.string(),
  unknown_endpoints: z.array(z.string()).describe('named above and not configured'),
}).meta({ id: 'OperatorAssistant' });
export type OperatorAssistant = z.infer<typeof OperatorAssistant>;

const ChatSpend = z
  .object({
    day: z.string(),
    endpoint: z.string(),
    path_name: z.string(),
    answers: z.int(),
    failed: z.int(),
    input_tokens: z.int(),
    output_tokens: z.int(),
    spend_cents: z.number(),
  })
  .meta({ id: 'ChatSpend' });

const shortNote = (longest: number) => plainText(longest).trim();

export const HelpLineForm = z.object({
  phone: z
    .string()
    .trim()
    .regex(/^[0-9][0-9 ]{2,19}$/),
  name: z.object({ 'zh-Hant': neededText(60), en: neededText(80) }),
  note: z
    .object({ 'zh-Hant': shortNote(60), en: shortNote(80) })
    .describe('what it is for and its hours; may be empty'),
  kinds: z.array(z.enum(needKinds)).max(needKinds.length).describe('none: shown for every need'),
  is_urgent: z.boolean().describe('stands first where there is danger'),
  sort: z.int().min(0).max(1000),
});
export type HelpLineForm = z.infer<typeof HelpLineForm>;
export const OperatorHelpLine = HelpLineForm.extend({ id: z.int() }).meta({ id: 'OperatorHelpLine' });
export type OperatorHelpLine = z.infer<typeof OperatorHelpLine>;

const id = rowParams;

export const chatOperatorCalls = {
  'GET /api/operator/assistants': {
    summary: 'Assistants as they are set, and the endpoints that are configured',
    audience: 'operator',
    data: z.object({ list: z.array(OperatorAssistant), total: z.int(), endpoints: z.array(z.string()) }),
  },
  'PUT /api/operator/assistants/{id}': {
    summary: 'Set an assistant',
    audience: 'operator',
    params: id,
    body: AssistantForm,
    data: OperatorAssistant,
  },
  'GET /api/operator/help_lines': {
    summary: 'The help lines that a child in need is shown',
    audience: 'operator',
    data: z.object({ list: z.array(OperatorHelpLine), total: z.int() }),
  },
  'POST /api/operator/help_lines': {
    summary: 'Add a help line',
    audience: 'operator',
    body: HelpLineForm,
    data: OperatorHelpLine,
  },
  'PUT /api/operator/help_lines/{id}': {
    summary: 'Change a help line; the number for emergencies stays',
    audience: 'operator',
    params: id,
    body: HelpLineForm,
    data: OperatorHelpLine,
  },
  'DELETE /api/operator/help_lines/{id}': {
    summary: 'Remove a help line; the number for emergencies stays',
    audience: 'operator',
    params: id,
    data: z.object({}),
  },
  'GET /api/operator/chat_spend': {
    summary: 'Tokens and spend of the last 30 days, by day, endpoint and assistant',
    audience: 'operator',
    data: z.object({ list: z.array(ChatSpend), total: z.int(), budget_cents: z.number() }),
  },
  'POST /api/operator/users/{id}/subscription': {
    summary: 'Give a subscription: pages and messages without limit until it ends',
    audience: 'operator',
    params: id,
    body: z.object({
      days: z.int().min(1).max(3650),
      key: z.uuid().describe('made by the form: sent twice, given once'),
    }),
    data: z.object({}),
  },
  'DELETE /api/operator/users/{id}/subscription': {
    summary: 'End every subscription of a user now',
    audience: 'operator',
    params: id,
    data: z.object({}),
  },
} satisfies Calls;
