import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ErrorView } from './error-view.tsx';

/** What could not be read is likely there soon; what is not there stays so. */
export function PageError({ title }: { title: string }) {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) return <ErrorView error={error} />;
  return (
    <div className="py-6 lg:py-10">
      <h1 className="text-2xl lg:text-3xl">{title}</h1>
      <ErrorState onRetry={revalidate} retrying={state === 'loading'} />
    </div>
  );
}
