import { useEffect, useId, useRef, useState } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import type { ShownTask } from '../load-voice.ts';
import { Countdown } from './countdown.tsx';
import { TaskText } from './task-text.tsx';

type PrepareProps = { task: ShownTask; onReady: (isKept: boolean) => void; onLeave: () => void };

/** Reading and thinking. No call runs yet, so nobody pays for it in seconds. */
export function Prepare({ task, onReady, onLeave }: PrepareProps) {
  const t = useWords();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isKept, setKept] = useState(false);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Card className="mx-auto grid w-full max-w-3xl gap-6">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {task.title}
      </h2>
      <Countdown
        label={t('voice.tasks.preparing')}
        seconds={task.prepareSeconds}
        onEnd={() => onReady(isKept)}
      />
      <TaskText task={task} />
      <Field label={t('voice.tasks.notes')} help={t('voice.tasks.notesHelp')} optional>
        {(control) => <Textarea {...control} rows={3} maxLength={2000} />}
      </Field>
      <div className="flex items-start justify-between gap-3">
        <div>
          <p id={id}>{t('voice.tasks.keep')}</p>
          <p id={`${id}-help`} className="text-ink-2 text-xs">
            {t('voice.tasks.keepHelp')}
          </p>
        </div>
        <Switch
          on={isKept}
          onToggle={() => setKept(!isKept)}
          aria-labelledby={id}
          aria-describedby={`${id}-help`}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => onReady(isKept)}>
          {t('voice.tasks.ready')}
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          {t('voice.tasks.leave')}
        </Button>
      </div>
    </Card>
  );
}
