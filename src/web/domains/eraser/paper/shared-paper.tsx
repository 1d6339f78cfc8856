import Copy from 'lucide-react/icons/copy';
import Printer from 'lucide-react/icons/printer';
import Timer from 'lucide-react/icons/timer';
import { useNavigate } from 'react-router';
import type { SharedRecordDetail } from '#shared/eraser/sharing.ts';
import { dayOf, formatDay } from '#shared/hong-kong.ts';
import { PersonMenu } from '#web/domains/safety/person-menu.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { BackLink } from '#web/ui/page-parts.tsx';
import { type Lists, pageWords, tagWords } from '../lists.ts';
import { usePictures } from '../pictures.ts';
import { usePrint } from './use-print.ts';

/** A shared exercise. Practising copies it to the library of the user, where times are saved. */
export function SharedPaper({ paper, lists }: { paper: SharedRecordDetail; lists: Lists }) {
  const t = useTranslate();
  const { locale } = useShell();
  const pictures = usePictures();
  const { busy, problem, copyPaper } = useCopy(paper.id);
  const { print, isPrinting } = usePrint();
  const ifLoggedIn = useIfLoggedIn();
  return (
    <div className="py-6 lg:py-10">
      <BackLink to="/test-paper?tab=shared">{t('eraser.paper.backShared')}</BackLink>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-2xl lg:text-3xl">{paper.title}</h1>
        <Chip tone="jade">{t('eraser.paper.isShared')}</Chip>
      </div>
      <p className="mt-1 text-ink-2">
        {[
          t(`eraser.paperType.${paper.paper_type}`),
          pageWords(t, paper.page_count),
          ...tagWords(lists, paper),
        ].join(' · ')}
      </p>
      <p className="text-ink-2 text-sm">
        {t('eraser.paper.sharedAt', { date: formatDay(dayOf(paper.shared_at), locale) })}
      </p>
      <ProblemNotice className="mt-3">{problem}</ProblemNotice>
      <div className="my-5 grid grid-cols-2 gap-2 lg:flex lg:flex-wrap">
        <Button variant="primary" loading={busy} onClick={() => ifLoggedIn(() => copyPaper('?practise=1'))}>
          <Timer size="1.125rem" />
          {t('eraser.paper.practise')}
        </Button>
        <Button loading={busy} onClick={() => ifLoggedIn(() => copyPaper(''))}>
          <Copy size="1.125rem" />
          {t('eraser.paper.copy')}
        </Button>
        <Button
          loading={isPrinting}
          onClick={() => print(paper.pages.map(({ number }) => pictures.shared(paper.id, number, 'full')))}
        >
          <Printer size="1.125rem" />
          {t('eraser.paper.print')}
        </Button>
        {paper.is_reported ? (
          <Chip tone="amber" className="self-center">
            {t('eraser.card.reported')}
          </Chip>
        ) : (
          !paper.is_mine && (
            <PersonMenu
              at={{ place: 'shared_paper', place_id: paper.id }}
              side="ai"
              leaveTo="/test-paper?tab=shared"
              className="text-ink-2"
            />
          )
        )}
      </div>
      <ol className="mx-auto grid max-w-[48rem] gap-4">
        {paper.pages.map(({ number, width, height }) => (
          <li key={number}>
            <img
              src={pictures.shared(paper.id, number, 'screen')}
              width={width}
              height={height}
              alt={t('eraser.pageNumber', { number })}
              loading={number < 2 ? 'eager' : 'lazy'}
              decoding="async"
              className="h-auto w-full rounded border border-line bg-[#ffffff]"
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

function useCopy(id: number) {
  const t = useTranslate();
  const toast = useToast();
  const navigate = useNavigate();
  const { href } = useShell();
  const { busy, problem, run } = useAction();
  const copyPaper = (search: string) =>
    run(async (api) => {
      const copy = await api('POST /api_ai/eraser/shared_record/{id}/copy', { params: { id } });
      if (search === '') toast.success(t('eraser.paper.copied'));
      await navigate(href(`/test-paper/${copy.id}${search}`));
    });
  return { busy, problem, copyPaper };
}

/** Runs the action for a user who is logged in; otherwise opens the log-in. */
function useIfLoggedIn() {
  const login = useLogin();
  const { root } = useShell();
  return (work: () => unknown) => {
    if (root?.aiUser.id) work();
    else login.open({ side: 'ai', reason: 'save' });
  };
}
