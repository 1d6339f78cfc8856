import { CallProblem, microphoneProblem } from './call-problem.ts';

const audioConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  channelCount: 1,
};

/** Opens the chosen microphone, or any other when it is gone. */
export async function openMicrophone(deviceId: string): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new CallProblem(isSecureContext ? 'unsupported' : 'insecure');
  const open = (audio: MediaTrackConstraints) => navigator.mediaDevices.getUserMedia({ audio });
  try {
    return await open(deviceId ? { ...audioConstraints, deviceId: { exact: deviceId } } : audioConstraints);
  } catch (error) {
    if (deviceId && (error as Error).name === 'OverconstrainedError') return openMicrophone('');
    throw microphoneProblem(error);
  }
}

/** A silent stream for users who type: the server takes a call without packets for a lost one. */
export function openSilence(context: AudioContext): MediaStream {
  const silence = new ConstantSourceNode(context, { offset: 0 });
  const destination = context.createMediaStreamDestination();
  silence.connect(destination);
  silence.start();
  return destination.stream;
}

export const stopStream = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

export type Device = { id: string; name: string };
export type Devices = { microphones: Device[]; speakers: Device[] };

/**
 * Devices have names only after the microphone was allowed; speakers are listed only where the browser lets a
 * page choose.
 */
export async function listDevices(): Promise<Devices> {
  const all = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  const of = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '' && device.label !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
  const canChoose = 'setSinkId' in HTMLMediaElement.prototype;
  return { microphones: of('audioinput'), speakers: canChoose ? of('audiooutput') : [] };
}
