import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { CallPlan } from '../call/call-state.ts';
import type { Preferences } from '../ready/preferences.ts';
import { useCall } from '../use-call.ts';
import { CallEnd } from './call-end.tsx';
import { CallScreen } from './call-screen.tsx';
import { Captions } from './captions.tsx';

type TalkCallProps = {
  plan: CallPlan;
  pathName: string;
  onPreference: (change: Partial<Preferences>) => void;
  onAgain: (plan: CallPlan) => void;
  onLeave: () => void;
};

export default function TalkCall({ plan, pathName, onPreference, onAgain, onLeave }: TalkCallProps) {
  const t = useTranslate();
  const { call, state } = useCall(plan);
  if (state.phase !== 'ended' && state.phase !== 'failed')
    return <CallScreen call={call} state={state} plan={plan} onPreference={onPreference} />;
  // Calling again continues the same thread.
  const joined = { ...plan, threadId: state.talk.facts?.thread_id ?? plan.threadId };
  return (
    <>
      <CallEnd
        state={state}
        plan={joined}
        pathName={pathName}
        again={t('voice.ended.again')}
        back={t('voice.ended.back')}
        onAgain={onAgain}
        onLeave={onLeave}
      />
      {state.talk.lines.length > 0 && (
        <div className="mx-auto w-full max-w-2xl">
          <Captions lines={state.talk.lines} />
        </div>
      )}
    </>
  );
}
