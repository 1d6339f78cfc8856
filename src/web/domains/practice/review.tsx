import { type ReactNode, useEffect, useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PracticeMastery } from '#shared/practice.ts';
import { loadKatex } from '#web/domains/chat/rendering/formula/katex-loader.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { pageError } from '#web/shell/error-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { TutorDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice, ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Progress } from '#web/ui/feedback/waiting.tsx';
import { dueText } from './due-text.ts';
import { KindPicker } from './kind-picker.tsx';
import { QuestionCard } from './question-card.tsx';
import { type PracticeItem, usePractice } from './use-practice.ts';

export const meta = pageMeta('review');

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const [{ list: kinds }, due, mastery] = await Promise.all([
    api('GET /api_ai/practice/kinds', {}),
    ifSignedIn(api('GET /api_ai/practice/due', {})),
    ifSignedIn(api('GET /api_ai/practice/mastery', {})),
  ]);
  return { kinds, due: due ?? null, mastery: mastery?.list ?? null, now: Date.now() };
}

export default function Review() {
  useEffect(() => {
    // Nearly every question has formulas. The loader reports a failure.
    loadKatex().catch(() => undefined);
  }, []);
  const t = useTranslate();
  const { kinds, due, mastery } = useLoaderData<typeof loader>();
  const waiting: PracticeItem[] = (due?.list ?? []).map(({ id, question }) => ({ question, cardId: id }));
  const practice = usePractice(waiting);
  const isDue = practice.mode.of === 'due';
  useFreshCards(due, () => isDue && practice.refill(waiting));
  const { current } = practice;
  return (
    <div className="mx-auto grid max-w-[52rem] gap-8 py-6 lg:py-10">
      <header className="grid gap-1">
        <h1 className="text-2xl lg:text-3xl">{t('practice.title')}</h1>
        <p className="text-ink-2">{t('practice.lead')}</p>
      </header>
      {due === null && <LogIn />}
      {current ? (
        <div className="grid gap-3">
          <p role="status" className="text-ink-2 text-sm">
            {isDue
              ? t('practice.dueToday', { count: Math.max(due?.total ?? 0, practice.left) })
              : t('practice.done', { count: practice.done })}
          </p>
          <QuestionCard
            practice={practice}
            question={current.question}
            canPostpone={isDue && current.cardId !== null}
          />
        </div>
      ) : (
        due !== null && isDue && <NothingDue />
      )}
      <ProblemNotice>{!current && practice.problem}</ProblemNotice>
      <MasteryList list={mastery ?? []} onPractise={(kind) => void practice.practise({ kind })} />
      <KindPicker
        kinds={kinds}
        busy={practice.busy === 'next'}
        onPractise={(wanted) => void practice.practise(wanted)}
      />
    </div>
  );
}

/** The page was loaded again: another user, or more cards have become due. */
function useFreshCards(due: unknown, refill: () => void) {
  const known = useRef(due);
  useEffect(() => {
    if (known.current === due) return;
    known.current = due;
    refill();
  });
}

function LogIn() {
  const t = useTranslate();
  const login = useLogin();
  return (
    <Notice className="flex flex-wrap items-center justify-between gap-3">
      <p>{t('practice.logIn')}</p>
      <Button variant="primary" onClick={() => login.open({ side: 'ai', reason: 'practice' })}>
        {t('login.title')}
      </Button>
    </Notice>
  );
}

/** Before the first answer there is nothing to review; afterwards there may be nothing due today. */
function NothingDue(): ReactNode {
  const t = useTranslate();
  const { locale } = useShell();
  const { due, now } = useLoaderData<typeof loader>();
  if (!due || due.cards === 0)
    return (
      <EmptyState
        drawing={<TutorDrawing />}
        title={t('practice.firstTitle')}
        text={t('practice.firstText')}
      />
    );
  return (
    <EmptyState
      drawing={<TutorDrawing />}
      title={t('practice.allDone')}
      text={due.next_due_at && t('practice.nextAt', { when: dueText(due.next_due_at, now, { t, locale }) })}
    />
  );
}

export const ErrorBoundary = pageError('practice.title');

type Props = { list: readonly PracticeMastery[]; onPractise: (kind: string) => void };

/** The mastery of each kind, the weakest first. */
function MasteryList({ list, onPractise }: Props) {
  const t = useTranslate();
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="mastery" className="grid gap-3">
      <h2 id="mastery" className="text-xl">
        {t('practice.mastery')}
      </h2>
      <p className="text-ink-2 text-sm">{t('practice.masteryHelp')}</p>
      <ul className="grid gap-3">
        {list.map(({ kind, kind_name, mastery, attempts, correct, due }) => (
          <li
            key={kind}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 rounded-card border border-line bg-sheet p-4"
          >
            <div className="grid gap-1">
              <span className="font-semibold">{kind_name}</span>
              <Progress label={kind_name} value={mastery / 100} />
              <span className="text-ink-2 text-sm">
                {t('practice.score', { attempts, correct })}
                {due > 0 && ` · ${t('practice.dueOfKind', { count: due })}`}
              </span>
            </div>
            <Button
              size="compact"
              aria-label={t('practice.moreOf', { kind: kind_name })}
              onClick={() => onPractise(kind)}
            >
              {t('practice.more')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
