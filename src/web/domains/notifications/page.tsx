import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type DeliveryChannelName, deliveryChannels } from '#shared/notices/delivery-rules.ts';
import type { NotificationSettings, SettingsChange } from '#shared/notices/notification-settings.ts';
import { digestHours } from '#shared/notices/topic-choices.ts';
import { MeError, MePage } from '#web/domains/accounts/me-page.tsx';
import { clock } from '#web/ground/i18n/times.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { EmailAddressCard } from './email-address-card.tsx';
import { PushSwitch } from './push-switch.tsx';
import { SwitchCard } from './switch-card.tsx';
import { TopicTable } from './topic-table.tsx';
import { useSettings } from './use-settings.ts';

export const loader = async (args: LoaderFunctionArgs) => ({
  loaded: await ifSignedIn(apiOf(args)('GET /api/users/notification-settings')),
});
export const meta = pageMeta('meNotifications');
export const ErrorBoundary = MeError;

export default function Notifications() {
  const t = useTranslate();
  const { loaded } = useLoaderData<typeof loader>();
  const title = t('pages.meNotifications.title');
  if (!loaded) return <SignedOut title={title} />;
  return (
    <MePage title={title} lead={t('notify.lead')}>
      <Settings loaded={loaded} />
    </MePage>
  );
}

function Settings({ loaded }: { loaded: NotificationSettings }) {
  const t = useTranslate();
  const { settings, change, reload } = useSettings(loaded);
  const { is_remind } = settings;
  const here = settings.channels.map(({ channel }) => channel);
  const notHere = deliveryChannels.filter((channel) => !here.includes(channel));
  const named = (channels: readonly DeliveryChannelName[]) => ({
    channels: channels.map((channel) => t(`notify.channel.${channel}`)).join(t('notify.and')),
  });
  return (
    <>
      <SwitchCard
        title={t('notify.remind')}
        help={t('notify.remindHelp')}
        on={is_remind}
        onToggle={() => change({ is_remind: !is_remind })}
      />
      <section aria-labelledby="reach" className="grid gap-3">
        <div>
          <h2 id="reach" className="text-lg">
            {t('notify.reach')}
          </h2>
          <p className="text-ink-2 text-sm">
            {t('notify.here', named(here))} {notHere.length > 0 && t('notify.notHere', named(notHere))}
          </p>
        </div>
        <PushSwitch onTurned={() => void reload()} />
        <EmailAddressCard isHere={here.includes('email')} onChanged={() => void reload()} />
        {here.includes('sms') && <p className="text-ink-2 text-sm">{t('notify.sms')}</p>}
      </section>
      <TopicTable settings={settings} onChange={change} />
      <section aria-labelledby="quiet">
        <h2 id="quiet" className="text-lg">
          {t('notify.quietTitle')}
        </h2>
        <p>{t('notify.quiet')}</p>
      </section>
      <Digest hour={settings.digest_hour} onChange={change} />
    </>
  );
}

const hours = Array.from(
  { length: digestHours.last - digestHours.first + 1 },
  (_, place) => digestHours.first + place,
);

type DigestProps = { hour: number | null; onChange: (change: SettingsChange) => void };

function Digest({ hour, onChange }: DigestProps) {
  const t = useTranslate();
  return (
    <Card as="section" aria-labelledby="digest" className="grid gap-3">
      <h2 id="digest" className="text-lg">
        {t('notify.digestTitle')}
      </h2>
      <Field label={t('notify.digest')} help={t('notify.digestHelp')}>
        <Select
          value={hour ?? ''}
          onChange={({ target }) => onChange({ digest_hour: target.value ? Number(target.value) : null })}
          options={optionsHtml([
            { id: '', name: t('notify.digestNone') },
            ...hours.map((id) => ({ id, name: t('notify.digestAt', { time: clock(id * 2) }) })),
          ])}
        />
      </Field>
    </Card>
  );
}
