// espeak-ng, which synthesises speech for the voice tests, and coturn, the TURN server of their calls.
import { findOrInstall, findProgram } from './programs.mjs';

const find = () => ({
  espeak: findProgram(['espeak-ng'], { variable: 'ESPEAK_PATH' }),
  turnserver: findProgram(['turnserver'], { variable: 'TURNSERVER_PATH' }),
});

export const findOrInstallVoicePrograms = () =>
  findOrInstall(find, {
    purpose: 'The voice tests',
    packages: { espeak: 'espeak-ng', turnserver: 'coturn' },
    elsewhere: 'install espeak-ng and coturn, or set ESPEAK_PATH and TURNSERVER_PATH',
  });
