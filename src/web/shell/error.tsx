import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { ErrorView } from './error-view.tsx';

export const meta = pageMeta('error');

export default function ErrorPage() {
  return <ErrorView error={undefined} />;
}
