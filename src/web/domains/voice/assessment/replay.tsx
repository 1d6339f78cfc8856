import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { useEffect, useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Card } from '#web/ui/card.tsx';
import { target } from '#web/ui/cx.ts';
import type { Conversation, Line } from '../call/conversation.ts';
import type { RecordingState } from './use-recording.ts';

/** A line is played with a little before and after it, since speech begins softly. */
const marginMs = 150;

/** The recognised answer; pressing a line plays its recording, if there is one. */
export function Replay({ talk, kept }: { talk: Conversation; kept: RecordingState }) {
  const t = useTranslate();
  const [playing, setPlaying] = useState<string>();
  const player = typeof kept === 'object' ? kept.player : undefined;
  useEffect(() => () => player?.stop(), [player]);
  const lines = talk.lines.filter(({ side }) => side === 'student');
  if (lines.length === 0) return null;
  const toggle = (line: Line) => {
    if (typeof kept !== 'object') return;
    const part = partOf(talk, line, kept.beganAt);
    if (!part) return;
    if (playing === line.id) {
      setPlaying(undefined);
      return player?.stop();
    }
    setPlaying(line.id);
    void player?.play(part.fromMs, part.toMs, () => setPlaying((now) => (now === line.id ? undefined : now)));
  };
  return (
    <Card as="section" aria-labelledby="replay" className="grid gap-3">
      <h3 id="replay" className="text-lg">
        {t('voice.feedback.transcript')}
      </h3>
      {kept === 'none' && <p className="text-ink-2 text-sm">{t('voice.feedback.noRecording')}</p>}
      {kept === 'lost' && <p className="text-ink-2 text-sm">{t('voice.feedback.recordingLost')}</p>}
      <ol className="grid gap-1">
        {lines.map((line) => (
          <li key={line.id}>
            {player && line.said ? (
              <button
                type="button"
                aria-pressed={playing === line.id}
                onClick={() => toggle(line)}
                className={`${target} -mx-2 flex cursor-pointer items-start gap-2 rounded-card px-2 py-1.5 text-left transition-colors hover:bg-paper-2`}
              >
                <PlayIcon isPlaying={playing === line.id} />
                <span>{line.text}</span>
              </button>
            ) : (
              <p className="py-1.5">{line.text}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function PlayIcon({ isPlaying }: { isPlaying: boolean }) {
  const t = useTranslate();
  const Icon = isPlaying ? Square : Play;
  return (
    <>
      <Icon size="1.125rem" className="mt-1 shrink-0 text-jade" />
      <span className="sr-only">{t(isPlaying ? 'voice.feedback.stop' : 'voice.feedback.play')}</span>
    </>
  );
}

/** Position of a line in the recording; both times are on the clock of the page. */
function partOf({ clocks }: Conversation, { said }: Line, recordingBeganAt: number) {
  const clock = said && clocks[said.session];
  if (!said || clock === undefined) return undefined;
  const from = clock - recordingBeganAt;
  return { fromMs: from + said.began_ms - marginMs, toMs: from + said.ended_ms + marginMs };
}
