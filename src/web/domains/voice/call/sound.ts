/** Current level, from 0 to 1. */
export type ReadLevel = () => number;

/** Level for display: -60 dB is 0, -10 dB is 1. */
const levelOfRms = (rms: number) =>
  rms <= 0 ? 0 : Math.min(1, Math.max(0, (20 * Math.log10(rms) + 60) / 50));

/** Plays the voice of the tutor and measures the level of both sides. */
export function openSound(onBlocked: (isBlocked: boolean) => void) {
  const context = new AudioContext();
  const audio = new Audio();
  audio.autoplay = true;
  const play = async () => {
    try {
      await Promise.all([audio.srcObject ? audio.play() : undefined, context.resume()]);
      onBlocked(false);
    } catch (error) {
      // Browsers block audio before the user interacts with the page: a button is shown then.
      if ((error as Error).name === 'NotAllowedError') onBlocked(true);
      // Another stream replaced this one before it played.
      else if ((error as Error).name !== 'AbortError') throw error;
    }
  };
  return {
    context,
    play,
    async listen(stream: MediaStream) {
      audio.srcObject = stream;
      await play();
    },
    /** Uses the chosen speaker, or the default one when it is gone; returns which. */
    async choose(deviceId: string): Promise<string> {
      if (!('setSinkId' in audio)) return '';
      try {
        await audio.setSinkId(deviceId);
        return deviceId;
      } catch (error) {
        console.info('the usual speaker is used', error);
        if (deviceId !== '') await audio.setSinkId('');
        return '';
      }
    },
    levelOf: (stream: MediaStream) => levelReader(context, stream),
    close() {
      audio.srcObject = null;
      void context.close();
    },
  };
}
function levelReader(context: AudioContext, stream: MediaStream) {
  const source = context.createMediaStreamSource(stream);
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const read: ReadLevel = () => {
    analyser.getFloatTimeDomainData(samples);
    return levelOfRms(Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));
  };
  return { read, close: () => source.disconnect() };
}
