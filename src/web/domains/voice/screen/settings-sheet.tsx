import { useEffect, useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import type { Call } from '../call/call.ts';
import type { CallState } from '../call/call-state.ts';
import { type Device, type Devices, listDevices } from '../call/microphone.ts';
import { CallSettings } from '../ready/call-settings.tsx';
import type { Preferences } from '../ready/preferences.ts';

type SettingsSheetProps = {
  open: boolean;
  onClose: () => void;
  call: Call;
  state: CallState;
  onPreference: (change: Partial<Preferences>) => void;
};

export function SettingsSheet({ open, onClose, call, state, onPreference }: SettingsSheetProps) {
  const t = useTranslate();
  const devices = useDevices(open);
  const hasDevices = devices.microphones.length + devices.speakers.length > 0;
  return (
    <Sheet open={open} onClose={onClose} title={t('voice.settings.title')}>
      <div className="grid gap-5">
        <DeviceField
          label={t('voice.settings.microphone')}
          devices={call.plan.recognition === 'server' ? devices.microphones : []}
          chosen={state.microphoneId}
          onChoose={(microphoneId) => {
            onPreference({ microphoneId });
            void call.chooseMicrophone(microphoneId);
          }}
        />
        <DeviceField
          label={t('voice.settings.speaker')}
          devices={devices.speakers}
          chosen={state.speakerId}
          onChoose={(speakerId) => {
            onPreference({ speakerId });
            void call.chooseSpeaker(speakerId);
          }}
        />
        {!hasDevices && <p className="text-ink-2 text-sm">{t('voice.settings.none')}</p>}
        {call.plan.recognition === 'server' && (
          <CallSettings
            endSilenceMs={state.endSilenceMs}
            onPatience={(endSilenceMs) => {
              onPreference({ endSilenceMs });
              call.setEndSilence(endSilenceMs);
            }}
            pushToTalk={state.pushToTalk}
            onPushToTalk={(pushToTalk) => {
              onPreference({ pushToTalk });
              call.pushToTalk(pushToTalk);
            }}
          />
        )}
      </div>
    </Sheet>
  );
}

type DeviceFieldProps = {
  label: string;
  devices: readonly Device[];
  chosen: string;
  onChoose: (id: string) => void;
};

function DeviceField({ label, devices, chosen, onChoose }: DeviceFieldProps) {
  const t = useTranslate();
  if (devices.length === 0) return null;
  const options = devices.map(({ name }, place) => ({ id: place + 1, name }));
  const place = devices.findIndex(({ id }) => id === chosen);
  return (
    <Field label={label}>
      <Select
        options={optionsHtml([{ id: '', name: t('voice.settings.default') }, ...options])}
        value={place < 0 ? '' : String(place + 1)}
        onChange={({ target }) => onChoose(devices[Number(target.value) - 1]?.id ?? '')}
      />
    </Field>
  );
}

/** Connected devices, updated when one is plugged in or unplugged. */
function useDevices(isWanted: boolean) {
  const [devices, setDevices] = useState<Devices>({ microphones: [], speakers: [] });
  useEffect(() => {
    if (!isWanted || !navigator.mediaDevices) return;
    const refresh = async () => setDevices(await listDevices());
    void refresh();
    navigator.mediaDevices.addEventListener('devicechange', refresh);
    return () => navigator.mediaDevices.removeEventListener('devicechange', refresh);
  }, [isWanted]);
  return devices;
}
