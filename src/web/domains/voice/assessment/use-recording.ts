import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallState } from '../call/call-state.ts';
import { openPlayer, type Player, type Recording, record } from '../call/recording.ts';

export type RecordingState = { player: Player; beganAt: number } | 'none' | 'lost';

/**
 * Records the answer, if the student agreed, from when the call is live; `finish` makes it playable. It is
 * only in memory.
 */
export function useRecording(isWanted: boolean, { phase, microphone }: CallState) {
  const recording = useRef<Recording>(undefined);
  const player = useRef<Player>(undefined);
  const [kept, setKept] = useState<RecordingState>('none');
  useEffect(() => {
    if (isWanted && phase === 'live' && microphone) recording.current ??= record(microphone);
  }, [isWanted, phase, microphone]);
  useEffect(
    () => () => {
      void recording.current?.stop();
      player.current?.close();
    },
    [],
  );
  const finish = useCallback(async () => {
    const made = recording.current;
    if (!made || player.current) return;
    try {
      player.current = await openPlayer(await made.stop());
      setKept({ player: player.current, beganAt: made.beganAt });
    } catch (error) {
      console.error('應用層錯誤: the recording cannot be played', error);
      setKept('lost');
    }
  }, []);
  return { kept, finish };
}
