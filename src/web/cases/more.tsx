import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useWords } from '#web/words.tsx';
import { apiOf } from '../shell/page-loader.ts';
import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { useShell } from '../shell/use-shell.tsx';
import { ifSignedIn } from '../stepped-form/if-signed-in.ts';
import { ButtonLink } from '../ui/button.tsx';
import { FindDrawing } from '../ui/drawings/find.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export const meta = pageMeta('moreCases');

export async function loader(args: LoaderFunctionArgs) {
  const found = await ifSignedIn(apiOf(args)('GET /api/users/tutor_listing'));
  return { hasListing: found?.listing !== null };
}

export default function MoreCases() {
  const t = useWords();
  const { root, href } = useShell();
  const { hasListing } = useLoaderData<typeof loader>();
  if (root?.user.last_identity !== 2 || hasListing) return <Room name="moreCases" drawing={FindDrawing} />;
  return (
    <div className="py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('rooms.moreCases.title')}</h1>
      <p className="mt-1 mb-8 max-w-[40rem] text-ink-2">{t('rooms.moreCases.lead')}</p>
      <EmptyState
        drawing={<FindDrawing />}
        title={t('tutorForm.noneTitle')}
        text={t('tutorForm.noneText')}
        action={
          <ButtonLink variant="primary" to={href('/me/tutor')}>
            {t('tutorForm.make')}
          </ButtonLink>
        }
      />
    </div>
  );
}
