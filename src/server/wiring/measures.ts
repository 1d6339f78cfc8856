import { channelCounts } from '#server/domains/delivery/overview.ts';
import { spentToday } from '#server/domains/sms/gate.ts';
import { callLoad } from '#server/domains/voice/process/processes.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Measure } from '#server/ground/telemetry/database-metrics.ts';
import { deliveryChannels } from '#shared/notices/delivery-rules.ts';

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
    descriptions: Object.fromEntries(
      deliveryChannels.flatMap((channel) => [
        [`deliveries_${channel}_waiting`, `To be told by ${channel}, also later; the same of every process`],
        [`deliveries_${channel}_overdue_seconds`, `How long the first that is due by ${channel} has waited`],
        [`deliveries_${channel}_sent_today`, `Sent by ${channel} today in Hong Kong`],
        [`deliveries_${channel}_given_up_today`, `Given up by ${channel} today in Hong Kong`],
      ]),
    ),
    async read(db) {
      const counts = await channelCounts(db);
      return Object.fromEntries(
        counts.flatMap(({ channel, waiting, overdue_seconds, sent, given_up }) => [
          [`deliveries_${channel}_waiting`, waiting],
          [`deliveries_${channel}_overdue_seconds`, overdue_seconds],
          [`deliveries_${channel}_sent_today`, sent],
          [`deliveries_${channel}_given_up_today`, given_up],
        ]),
      );
    },
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
