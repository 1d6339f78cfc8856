import { Suspense, useState } from 'react';
import { lazyPart, withWords } from '#web/ground/routing/lazy-part.ts';
import type { PlanAsk, PlanSheetProps } from './plan-ask.ts';

/** The sheets of a class, loaded when the first one opens. */
export const PlanSheet = lazyPart<PlanSheetProps>(
  withWords(['interest', 'plan'], () => import('./plan-sheet.tsx')),
);

/** Opens them one after the other. */
export function usePlanSheet(cls: PlanSheetProps['cls'], onChanged: PlanSheetProps['onChanged']) {
  const [asked, setAsked] = useState<{ ask: PlanAsk; open: boolean; place: number }>();
  return {
    ask: (ask: PlanAsk) => setAsked({ ask, open: true, place: (asked?.place ?? 0) + 1 }),
    sheet: asked && (
      <Suspense>
        <PlanSheet
          key={asked.place}
          cls={cls}
          ask={asked.ask}
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
          onChanged={onChanged}
        />
      </Suspense>
    ),
  };
}
