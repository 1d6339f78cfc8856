import { useId } from 'react';
import type { DeliveryChannelName } from '#shared/notices/delivery-rules.ts';
import type { NotificationSettings, SettingsChange } from '#shared/notices/notification-settings.ts';
import { topicTitle } from '#shared/notices/topic-names.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';

type Topic = NotificationSettings['topics'][number];
type TopicTableProps = { settings: NotificationSettings; onChange: (change: SettingsChange) => void };

/** Each topic with its channels: a table, and on a phone a list whose switches carry the names of the channels. */
export function TopicTable({ settings, onChange }: TopicTableProps) {
  const t = useTranslate();
  const { is_remind, channels, topics } = settings;
  const names = channels.map(({ channel }) => channel);
  const unreached = channels.filter(({ is_usable }) => !is_usable);
  return (
    <section aria-labelledby="topics" className="grid gap-3">
      <h2 id="topics" className="text-lg">
        {t('notify.topics')}
      </h2>
      {!is_remind && <Notice>{t('notify.paused')}</Notice>}
      {unreached.map(({ channel }) => (
        <p key={channel} className="text-ink-2 text-sm">
          {t(`notify.notReached.${channel}`)}
        </p>
      ))}
      <table
        aria-labelledby="topics"
        className="block w-full rounded-card border border-line bg-sheet md:table md:border-separate md:border-spacing-0"
      >
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr>
            <th scope="col" className="px-5 py-3 text-left font-normal text-ink-2 text-sm">
              {t('notify.topic')}
            </th>
            {names.map((channel) => (
              <th
                key={channel}
                scope="col"
                className="px-1 py-3 text-center font-normal text-ink-2 text-sm last:pr-4"
              >
                {t(`notify.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {topics.map((topic) => (
            <TopicRow
              key={topic.topic}
              topic={topic}
              names={names}
              isPaused={!is_remind && !topic.must_stay}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type TopicRowProps = Pick<TopicTableProps, 'onChange'> & {
  topic: Topic;
  names: DeliveryChannelName[];
  /** Nothing of it is sent now. */
  isPaused: boolean;
};

const cell = 'md:border-line md:border-t md:last:pr-4';

function TopicRow({ topic: { topic, must_stay, channels }, names, isPaused, onChange }: TopicRowProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const name = topicTitle(topic, locale);
  return (
    <tr className="flex flex-wrap items-center gap-x-4 border-line border-t px-5 py-3 first:border-t-0 md:table-row">
      <th scope="row" className={cx(cell, 'w-full text-left font-normal md:w-auto md:px-5 md:py-3')}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{name}</span>
          {must_stay && <Chip>{t('notify.mustStay')}</Chip>}
        </span>
        <span className="block text-ink-2 text-sm">{t(`notify.examples.${topic}`)}</span>
      </th>
      {names.map((channel) => {
        const found = channels.find((one) => one.channel === channel);
        return (
          <td key={channel} className={cx(cell, 'md:px-1 md:text-center', !found && 'max-md:hidden')}>
            {found ? (
              <ChannelSwitch
                channel={channel}
                topic={name}
                on={found.is_on}
                isPaused={isPaused}
                onToggle={() => onChange({ choices: [{ topic, channel, is_on: !found.is_on }] })}
              />
            ) : (
              <>
                <span aria-hidden className="text-ink-2">
                  –
                </span>
                <span className="sr-only">
                  {t('notify.notByChannel', { topic: name, channel: t(`notify.channel.${channel}`) })}
                </span>
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
}

type ChannelSwitchProps = {
  channel: DeliveryChannelName;
  topic: string;
  on: boolean;
  isPaused: boolean;
  onToggle: () => void;
};

function ChannelSwitch({ channel, topic, on, isPaused, onToggle }: ChannelSwitchProps) {
  const t = useTranslate();
  const id = useId();
  const name = t(`notify.channel.${channel}`);
  return (
    <span className="inline-flex items-center gap-1.5">
      <label htmlFor={id} className="cursor-pointer text-sm md:sr-only">
        {name}
      </label>
      <Switch
        id={id}
        on={on}
        aria-label={t('notify.byChannel', { channel: name, topic })}
        aria-disabled={isPaused || undefined}
        className={cx(isPaused && 'opacity-50')}
        onToggle={onToggle}
      />
    </span>
  );
}
