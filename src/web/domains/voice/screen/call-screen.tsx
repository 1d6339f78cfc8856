import { type ReactNode, useState } from 'react';
import { Card } from '#web/ui/card.tsx';
import type { Call } from '../call/call.ts';
import type { CallPlan, CallState } from '../call/call-state.ts';
import type { Preferences } from '../ready/preferences.ts';
import { CallNotices } from './call-notices.tsx';
import { Captions } from './captions.tsx';
import { Controls } from './controls.tsx';
import { SettingsSheet } from './settings-sheet.tsx';
import { Stage } from './stage.tsx';
import { TypedLine } from './typed-line.tsx';

type CallScreenProps = {
  call: Call | undefined;
  state: CallState;
  plan: CallPlan;
  onPreference: (change: Partial<Preferences>) => void;
  /** Beside the captions. */
  children?: ReactNode;
};

/** A call that is not over. */
export function CallScreen({ call, state, plan, onPreference, children }: CallScreenProps) {
  const [isTyping, setTyping] = useState(plan.hears === 'typing');
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
        {children}
        <Captions lines={state.talk.lines} />
      </div>
    </div>
  );
}
