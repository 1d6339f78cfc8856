import { useWords } from '#web/ground/i18n/words.tsx';
import { nothing, Still } from '#web/ground/rendering/still.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { EraserDrawing } from '#web/ui/drawings/eraser.tsx';
import { TutorDrawing } from '#web/ui/drawings/tutor.tsx';
import { VoiceDrawing } from '#web/ui/drawings/voice.tsx';

/** What a student has between lessons. */
export const Tools = () => (
  <Still
    as="section"
    className="in-view-only border-line border-t py-10 lg:py-14"
    part={ToolCards}
    of={nothing}
  />
);

function ToolCards() {
  const t = useWords();
  const tools = [
    ['/aitutor', TutorDrawing, t('home.aiTitle'), t('home.aiText')],
    ['/erase', EraserDrawing, t('home.eraseTitle'), t('home.eraseText')],
    ['/voice', VoiceDrawing, t('home.voiceTitle'), t('home.voiceText')],
  ] as const;
  return (
    <>
      <h2 className="text-2xl">{t('home.moreTitle')}</h2>
      <div className="mt-5 grid gap-4 lg:grid-cols-3">
        {tools.map(([to, Drawing, title, text]) => (
          <PageLink
            key={to}
            to={to}
            className="rounded-card border border-line bg-sheet p-5 transition-colors hover:border-ink-2"
          >
            <span className="flex h-36 items-center justify-center rounded-card bg-paper-2">
              <Drawing className="max-w-52" />
            </span>
            <span className="mt-4 block font-bold font-serif text-lg">{title}</span>
            <span className="block text-ink-2 text-sm">{text}</span>
          </PageLink>
        ))}
      </div>
    </>
  );
}
