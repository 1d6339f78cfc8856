/** A recording of the student, only in the memory of this page: it is never sent or stored. */
export type Recording = { beganAt: number; stop: () => Promise<Blob> };

/** Undefined when the browser cannot record. */
export function record(stream: MediaStream): Recording | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined;
  try {
    return begin(new MediaRecorder(stream));
  } catch (error) {
    console.error('應用層錯誤: the answer cannot be recorded', error);
    return undefined;
  }
}

function begin(recorder: MediaRecorder): Recording {
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise<Blob>((resolve) => {
    recorder.onstop = () => resolve(new Blob(pieces, { type: recorder.mimeType }));
  });
  recorder.start();
  return {
    beganAt: performance.now(),
    stop() {
      if (recorder.state !== 'inactive') recorder.stop();
      return stopped;
    },
  };
}

/** Plays any part of a recording exactly, one part at a time. */
export async function openPlayer(blob: Blob) {
  const context = new AudioContext();
  const sound = await context.decodeAudioData(await blob.arrayBuffer());
  let playing: AudioBufferSourceNode | undefined;
  const stop = () => {
    playing?.stop();
    playing = undefined;
  };
  return {
    stop,
    async play(fromMs: number, toMs: number, onEnd: () => void) {
      stop();
      await context.resume();
      const source = context.createBufferSource();
      source.buffer = sound;
      source.connect(context.destination);
      source.onended = () => {
        if (playing === source) playing = undefined;
        onEnd();
      };
      playing = source;
      const from = Math.min(Math.max(0, fromMs / 1000), sound.duration);
      source.start(0, from, Math.max(0.2, (toMs - fromMs) / 1000));
    },
    close() {
      stop();
      void context.close();
    },
  };
}
export type Player = Awaited<ReturnType<typeof openPlayer>>;
