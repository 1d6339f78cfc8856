import { spentToday } from '#server/domains/sms/gate.ts';
import { callLoad } from '#server/domains/voice/process/processes.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Measure } from '#server/ground/telemetry/database-metrics.ts';

/** Metrics of the domains, for the operator's monitoring. */
export const productMeasures = ({ sms }: Config): Measure[] => [
  {
    descriptions: {
      sms_spend_cents: 'Spent on messages today in Hong Kong; the same of every process',
      sms_budget_cents: 'What may be spent on messages in a day',
    },
    read: async (db) => ({ sms_spend_cents: await spentToday(db), sms_budget_cents: sms.dailyBudgetCents }),
  },
  {
    descriptions: {
      voice_calls_open: 'Calls of the voice tutor; the same of every process',
      voice_capacity: 'Calls that all voice processes can take; the same of every process',
    },
    async read(db) {
      const { calls, capacity } = await callLoad(db);
      return { voice_calls_open: calls, voice_capacity: capacity };
    },
  },
];
