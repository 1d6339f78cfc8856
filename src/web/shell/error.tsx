import { ErrorView } from './error-view.tsx';
import { pageMeta } from './page-meta.ts';

export const meta = pageMeta('error');

export default function ErrorPage() {
  return <ErrorView error={undefined} />;
}
