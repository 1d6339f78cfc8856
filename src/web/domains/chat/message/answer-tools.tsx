import Copy from 'lucide-react/icons/copy';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Square from 'lucide-react/icons/square';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import Volume2 from 'lucide-react/icons/volume-2';
import { useEffect, useState } from 'react';
import type { TutorMessage } from '#shared/chat/chat.ts';
import type { Locale } from '#shared/locale.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useHydrated } from '#web/ground/page-life.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useCopy } from '#web/ui/copy-button.tsx';
import { speakable } from '../rendering/plain-text.ts';
import { BeginTool } from './begin.tsx';
import type { ThreadActions } from './thread-actions.ts';
import { ToolButton } from './tool-button.tsx';
import { Versions } from './versions.tsx';

type AnswerToolsProps = { message: TutorMessage; deeds: ThreadActions };

export function AnswerTools({ message, deeds }: AnswerToolsProps) {
  const t = useTranslate();
  const copy = useCopy(t('chat.copied'), t('chat.notCopied'));
  const { locale } = useShell();
  const speech = useSpeech(locale);
  const canSpeak = useHydrated() && 'speechSynthesis' in window;
  const { id, text, feedback, versions } = message;
  return (
    <>
      {text !== '' && (
        <>
          <ToolButton label={t('chat.copy')} icon={Copy} onClick={() => copy(text)} />
          {canSpeak && (
            <ToolButton
              label={t(speech.speaking ? 'chat.stopReading' : 'chat.readAloud')}
              icon={speech.speaking ? Square : Volume2}
              onClick={() => speech.toggle(text)}
            />
          )}
          <ToolButton
            label={t('chat.helpful')}
            icon={ThumbsUp}
            pressed={feedback === 1}
            onClick={() => deeds.giveFeedback(id, feedback === 1 ? 0 : 1)}
          />
          <ToolButton
            label={t('chat.notHelpful')}
            icon={ThumbsDown}
            pressed={feedback === -1}
            onClick={() => deeds.giveFeedback(id, feedback === -1 ? 0 : -1)}
          />
        </>
      )}
      <BeginTool label={t('chat.regenerate')} icon={RefreshCw} onClick={() => deeds.regenerate(id)} />
      <Versions id={id} versions={versions} onShow={deeds.showVersion} />
    </>
  );
}

const voices = { 'zh-Hant': 'zh-HK', en: 'en-GB' } satisfies Record<Locale, string>;

/**
 * Text with at least as many Han characters as Latin words is read by a Chinese voice, whatever the page's
 * language.
 */
const languageOf = (text: string, locale: Locale): Locale => {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = text.match(/[a-z]+/gi)?.length ?? 0;
  if (han === 0 && letters === 0) return locale;
  return han >= letters ? 'zh-Hant' : 'en';
};

/** Reads an answer aloud, or stops reading. One at a time in the whole page. */
function useSpeech(locale: Locale) {
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => {
    if (speaking) return () => speechSynthesis.cancel();
  }, [speaking]);

  return {
    speaking,
    toggle(text: string) {
      if (speaking) return setSpeaking(false);
      // Ends reading elsewhere on the page; the button there is updated by its own event.
      speechSynthesis.cancel();
      const language = languageOf(text, locale);
      const utterance = new SpeechSynthesisUtterance(speakable(text, language));
      utterance.lang = voices[language];
      utterance.onend = () => setSpeaking(false);
      utterance.onerror = () => setSpeaking(false);
      speechSynthesis.speak(utterance);
      setSpeaking(true);
    },
  };
}
