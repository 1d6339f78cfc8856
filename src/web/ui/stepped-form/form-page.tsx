import type { ReactNode } from 'react';
import { useHydrated } from '#web/ground/page-life.ts';
import { Loading, Skeleton } from '../feedback/waiting.tsx';

/** A page with one form. The form is rendered in the browser only, where its draft is stored. */
export function FormPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const hydrated = useHydrated();
  return (
    <div className="mx-auto max-w-[max(48rem,720px)] py-6 lg:py-10">
      <h1 className="text-2xl lg:text-3xl">{title}</h1>
      <p className="mt-1 mb-4 text-ink-2">{lead}</p>
      {hydrated ? children : <FormSkeleton />}
    </div>
  );
}

function FormSkeleton() {
  return (
    <Loading className="grid gap-6">
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-8 w-40" />
      {[1, 2, 3].map((row) => (
        <div key={row} className="grid gap-2">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-11 w-full" />
        </div>
      ))}
    </Loading>
  );
}
