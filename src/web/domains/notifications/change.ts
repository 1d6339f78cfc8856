import type {
  NotificationSettings,
  SettingsChange,
  TopicChoice,
} from '#shared/notices/notification-settings.ts';

const isSameRow = (one: TopicChoice, other: TopicChoice) =>
  one.topic === other.topic && one.channel === other.channel;

/** Both changes as one; where they disagree, the later counts. */
export function joined(earlier: SettingsChange, later: SettingsChange): SettingsChange {
  const { choices: before = [], ...rest } = earlier;
  const { choices: after = [], ...restAfter } = later;
  const choices = [...before.filter((one) => !after.some((other) => isSameRow(one, other))), ...after];
  return { ...rest, ...restAfter, ...(choices.length > 0 && { choices }) };
}

/** What of a change is not yet done by another. */
export function without(change: SettingsChange, done: SettingsChange): SettingsChange {
  const choices = (change.choices ?? []).filter(
    (one) => !done.choices?.some((other) => isSameRow(one, other) && one.is_on === other.is_on),
  );
  return {
    ...(change.is_remind !== done.is_remind && { is_remind: change.is_remind }),
    ...(change.digest_hour !== done.digest_hour && { digest_hour: change.digest_hour }),
    ...(choices.length > 0 && { choices }),
  };
}

export const isNothing = ({ is_remind, digest_hour, choices }: SettingsChange) =>
  is_remind === undefined && digest_hour === undefined && choices === undefined;

/** The settings as they will be once the change is stored. */
export function applied(settings: NotificationSettings, change: SettingsChange): NotificationSettings {
  const { is_remind = settings.is_remind, digest_hour = settings.digest_hour, choices = [] } = change;
  return {
    ...settings,
    is_remind,
    digest_hour,
    topics: settings.topics.map((row) => ({
      ...row,
      channels: row.channels.map((one) => ({
        ...one,
        is_on: choices.find((choice) => isSameRow(choice, { ...one, topic: row.topic }))?.is_on ?? one.is_on,
      })),
    })),
  };
}
