import { z } from 'zod';
import type { Calls } from '../call.ts';
import { deliveryChannels, deliveryTopics } from './delivery-rules.ts';
import { digestHours } from './topic-choices.ts';

const Channel = z.enum(deliveryChannels);
const Topic = z.enum(deliveryTopics);

const isRemind = z
  .boolean()
  .describe('the master switch: off, nothing is sent but what is about the account and safety');
const digestHour = z
  .int()
  .min(digestHours.first)
  .max(digestHours.last)
  .nullable()
  .describe('the hour in Hong Kong at which what can wait comes as one; null: everything comes by itself');

export const NotificationSettings = z
  .object({
    is_remind: isRemind,
    digest_hour: digestHour,
    channels: z
      .array(
        z.object({
          channel: Channel,
          is_usable: z
            .boolean()
            .describe('whether it reaches the caller: a browser with push on, a verified address, a number'),
        }),
      )
      .describe('the channels that are configured here'),
    topics: z.array(
      z.object({
        topic: Topic,
        must_stay: z.boolean().describe('told without reminders too, and by one channel at least'),
        channels: z.array(z.object({ channel: Channel, is_on: z.boolean() })),
      }),
    ),
    may_ask: z.boolean().describe('false once the caller has said no to being told'),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.output<typeof NotificationSettings>;

const TopicChoice = z.object({ topic: Topic, channel: Channel, is_on: z.boolean() });
export type TopicChoice = z.output<typeof TopicChoice>;

const SettingsChange = z.object({
  is_remind: isRemind.optional(),
  digest_hour: digestHour.optional(),
  choices: z
    .array(TopicChoice)
    .max(deliveryTopics.length * deliveryChannels.length)
    .optional(),
});
export type SettingsChange = z.output<typeof SettingsChange>;

export const notificationSettingsCalls = {
  'GET /api/users/notification-settings': {
    summary: 'By which channels the caller is told of what, and which channels there are',
    audience: 'user',
    data: NotificationSettings,
  },
  'PUT /api/users/notification-settings': {
    summary: 'Change some of it; what is not named stays',
    audience: 'user',
    perMinute: 120,
    body: SettingsChange,
    data: NotificationSettings,
  },
  'POST /api/users/notification-settings/asked': {
    summary: 'The caller does not want to be told, and is not asked again on any device',
    audience: 'user',
    data: NotificationSettings.pick({ may_ask: true }),
  },
} satisfies Calls;
