import type { DeliveryRule, EventKind } from './delivery-rules.ts';

export const inboxRules = {
  new_device: { topic: 'account', to: 'person', by: ['push', 'email'], quietHours: 'comes', digest: false },
  statement_ready: { topic: 'records', to: 'both sides', by: ['email'], quietHours: 'waits', digest: true },
  paper_ready: { topic: 'papers', to: 'person', by: ['push'], quietHours: 'waits', digest: true },
  answer_ready: { topic: 'papers', to: 'person', by: ['push'], quietHours: 'waits', digest: true },
} as const satisfies Partial<Record<EventKind, DeliveryRule>>;
