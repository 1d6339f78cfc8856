import { useWords } from '#web/ground/i18n/words.tsx';

const steps = ['take', 'erase', 'again'] as const;

/** What happens to a paper here, in three steps. */
export function Steps() {
  const t = useWords();
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="mb-3 text-lg">
        {t('eraser.steps.title')}
      </h2>
      <ol className="grid gap-3 lg:grid-cols-3">
        {steps.map((step, at) => (
          <li key={step} className="rounded-card border border-line bg-sheet p-4">
            <p className="font-bold font-serif text-seal text-xl">{at + 1}</p>
            <h3 className="font-sans text-base">{t(`eraser.steps.${step}`)}</h3>
            <p className="mt-1 text-ink-2 text-sm">{t(`eraser.steps.${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
