import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { CallPlan } from '../call/call-state.ts';
import type { ShownScene } from '../load-voice.ts';
import type { Preferences } from '../ready/preferences.ts';
import { CallEnd } from '../screen/call-end.tsx';
import { CallScreen } from '../screen/call-screen.tsx';
import { useCall } from '../use-call.ts';
import { GoalList } from './goal-list.tsx';

type SceneCallProps = {
  plan: CallPlan;
  scene: ShownScene;
  pathName: string;
  onPreference: (change: Partial<Preferences>) => void;
  onAgain: (plan: CallPlan) => void;
  onLeave: () => void;
};

export default function SceneCall(props: SceneCallProps) {
  const { plan, scene, pathName, onPreference, onAgain, onLeave } = props;
  const t = useTranslate();
  const { call, state } = useCall(plan);
  const { metGoals } = state.talk;
  const met = scene.goals.filter(({ id }) => metGoals.includes(id));
  // An upstream endpoint does not report goals: then none is counted or shown as missed.
  const isCounted = state.talk.facts !== undefined;
  const counts = { met: met.length, all: scene.goals.length };
  if (state.phase === 'ended' || state.phase === 'failed')
    return (
      <CallEnd
        state={state}
        plan={plan}
        pathName={pathName}
        again={t('voice.scenes.again')}
        back={t('voice.scenes.other')}
        onAgain={onAgain}
        onLeave={onLeave}
      >
        {isCounted && (
          <section aria-labelledby="summary" className="mx-auto grid gap-3">
            <h3 id="summary" className="text-center text-lg">
              {met.length === scene.goals.length
                ? t('voice.scenes.allMet')
                : t('voice.scenes.summary', counts)}
            </h3>
            <GoalList goals={scene.goals} met={metGoals} />
          </section>
        )}
      </CallEnd>
    );
  const last = scene.goals.find(({ id }) => id === metGoals.at(-1));
  return (
    <CallScreen call={call} state={state} plan={plan} onPreference={onPreference}>
      <Card as="section" aria-labelledby="goals" className="grid gap-3">
        <div className="flex items-center justify-between gap-2">
          <h2 id="goals" className="text-lg">
            {scene.title}
          </h2>
          {isCounted && (
            <Chip tone={met.length > 0 ? 'jade' : 'neutral'}>{t('voice.scenes.progress', counts)}</Chip>
          )}
        </div>
        <p className="text-ink-2 text-sm">{scene.setting}</p>
        {isCounted ? <GoalList goals={scene.goals} met={metGoals} /> : <GoalList goals={scene.goals} />}
        <p role="status" className="sr-only">
          {last && t('voice.scenes.reached', { goal: last.text })}
        </p>
      </Card>
    </CallScreen>
  );
}
