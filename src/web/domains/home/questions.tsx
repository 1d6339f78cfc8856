import { useWords } from '#web/ground/i18n/words.tsx';
import { Still } from '#web/ground/rendering/still.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';

type Question = { id: number; question: string };

export const Questions = ({ questions }: { questions: Question[] }) => (
  <Still
    as="section"
    className="in-view-only border-line border-t pt-10 lg:pt-14"
    part={QuestionLinks}
    of={questions}
  />
);

function QuestionLinks({ of: questions }: { of: Question[] }) {
  const t = useWords();
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-2xl">{t('home.faqTitle')}</h2>
        <PageLink
          to="/faq"
          className="flex min-h-11 items-center whitespace-nowrap text-ink-2 text-sm hover:text-ink"
        >
          {t('home.faqAll')} →
        </PageLink>
      </div>
      <ul className="mt-3 grid gap-x-8 lg:grid-cols-2">
        {questions.map(({ id, question }) => (
          <li key={id} className="border-line border-b">
            <PageLink to={`/faq/${id}`} className="flex min-h-12 items-center py-2 hover:text-seal">
              {question}
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}
