import { Card } from '#web/ui/card.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';

/** Placeholder while the code of a call loads. */
export function CallWaiting() {
  return (
    <Loading>
      <Card className="grid min-h-[26rem] place-items-center">
        <span className="grid justify-items-center gap-4">
          <Skeleton className="size-40 rounded-full" />
          <Skeleton className="h-6 w-48" />
        </span>
      </Card>
    </Loading>
  );
}
