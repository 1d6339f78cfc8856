import type { SpokenLanguage, VoiceList } from '#shared/voice/voice.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useHydrated } from '#web/ground/page-life.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { hasBrowserRecogniser } from '../call/browser-recogniser.ts';
import type { ShownAssistant } from '../load-voice.ts';
import { isRecognised, languagesOf, voiceOf, voicesOf } from './offered.ts';
import type { Preferences } from './preferences.ts';

type ChoiceProps = { preferences: Preferences; onChange: (change: Partial<Preferences>) => void };
type LanguageChoiceProps = ChoiceProps & { voices: VoiceList; language: SpokenLanguage };

export function LanguageChoice({ voices, language, onChange }: LanguageChoiceProps) {
  const t = useTranslate();
  return (
    <RadioChoices
      legend={t('voice.languages.legend')}
      options={languagesOf(voices).map((id) => ({ id, name: t(`voice.languages.${id}`) }))}
      value={language}
      onChange={(id) => onChange({ language: id })}
    />
  );
}

export function VoiceChoice({ voices, language, preferences, onChange }: LanguageChoiceProps) {
  const t = useTranslate();
  const offered = voicesOf(voices, language);
  const chosen = voiceOf(voices, language, preferences);
  const names = offered.map(({ name, is_basic }, place) => ({
    id: place + 1,
    name: is_basic ? t('voice.basicVoice', { name }) : name,
  }));
  return (
    <Field label={t('voice.voice')} help={chosen?.is_basic ? t('voice.basicNote') : undefined}>
      <Select
        // The options change with the language, so the select is created anew.
        key={language}
        options={optionsHtml(names)}
        value={String(offered.findIndex(({ id }) => id === chosen?.id) + 1)}
        onChange={({ target }) => {
          const id = offered[Number(target.value) - 1]?.id ?? '';
          onChange({ voices: { ...preferences.voices, [language]: id } });
        }}
      />
    </Field>
  );
}

/** When the server cannot recognise the language: typing, or the recogniser of the browser. */
export function InsteadChoice({ voices, language, preferences, onChange }: LanguageChoiceProps) {
  const t = useTranslate();
  const hasBrowser = useHydrated() && hasBrowserRecogniser();
  if (isRecognised(voices, language)) return null;
  const ways = hasBrowser ? (['typing', 'browser'] as const) : (['typing'] as const);
  return (
    <Notice className="grid gap-3">
      <p>{t('voice.missing.recogniser', { language: t(`voice.languages.${language}`) })}</p>
      <RadioChoices
        legend={t('voice.hears.legend')}
        options={ways.map((id) => ({
          id,
          name: t(`voice.hears.${id}`),
          note: t(`voice.hears.${id}Note`),
        }))}
        value={hasBrowser ? preferences.instead : 'typing'}
        onChange={(instead) => onChange({ instead })}
      />
    </Notice>
  );
}

export function AssistantChoice({
  assistants,
  preferences,
  onChange,
}: ChoiceProps & { assistants: readonly ShownAssistant[] }) {
  const t = useTranslate();
  const defaultAssistant = assistants.find(({ isChecked }) => isChecked) ?? assistants[0];
  const chosen = assistants.find(({ id }) => id === preferences.assistantId) ?? defaultAssistant;
  if (!chosen) return null;
  return (
    <Field label={t('voice.assistant')}>
      <Select
        options={optionsHtml(assistants)}
        value={String(chosen.id)}
        onChange={({ target }) => onChange({ assistantId: Number(target.value) })}
      />
    </Field>
  );
}
