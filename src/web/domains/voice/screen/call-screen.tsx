import { type ReactNode, useRef, useState } from 'react';
import { HelpCard } from '#web/domains/chat/rendering/cards/help.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import type { Call } from '../call/call.ts';
import type { CallPlan, CallState } from '../call/call-state.ts';
import type { Preferences } from '../ready/preferences.ts';
import { CallNotices } from './call-notices.tsx';
import { Captions } from './captions.tsx';
import { Controls } from './controls.tsx';
import { SettingsSheet } from './settings-sheet.tsx';
import { Stage } from './stage.tsx';

type CallScreenProps = {
  call: Call | undefined;
  state: CallState;
  plan: CallPlan;
  onPreference: (change: Partial<Preferences>) => void;
  /** Shown above the captions. */
  children?: ReactNode;
};

/** Screen of a running call. */
export function CallScreen({ call, state, plan, onPreference, children }: CallScreenProps) {
  const [isTyping, setTyping] = useState(plan.recognition === 'typing');
  const [isSetting, setSetting] = useState(false);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
      <Card className="grid justify-items-center gap-5">
        <Stage call={call} state={state} plan={plan} />
        {call && (
          <>
            <CallNotices call={call} state={state} />
            {isTyping && <TypedLine onSend={call.say} />}
            <Controls
              call={call}
              state={state}
              isTyping={isTyping}
              onType={() => setTyping(!isTyping)}
              onSettings={() => setSetting(true)}
            />
            <SettingsSheet
              open={isSetting}
              onClose={() => setSetting(false)}
              call={call}
              state={state}
              onPreference={onPreference}
            />
          </>
        )}
      </Card>
      <div className="grid gap-4">
        {state.talk.help && <HelpCard data={state.talk.help} />}
        {children}
        <Captions lines={state.talk.lines} />
      </div>
    </div>
  );
}

const maxLength = 2000;

/** Input for typing instead of speaking. Text typed while disconnected is sent after reconnecting. */
function TypedLine({ onSend }: { onSend: (text: string) => void }) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const send = () => {
    const typed = text.trim();
    if (typed === '') return field.current?.focus();
    onSend(typed);
    setText('');
    field.current?.focus();
  };
  return (
    <SendForm onSend={send} className="flex w-full max-w-lg gap-2">
      <Input
        ref={field}
        // The user has just opened this field.
        autoFocus
        aria-label={t('voice.typed.label')}
        placeholder={t('voice.typed.label')}
        maxLength={maxLength}
        enterKeyHint="send"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" className="shrink-0 whitespace-nowrap">
        {t('voice.typed.send')}
      </Button>
    </SendForm>
  );
}
