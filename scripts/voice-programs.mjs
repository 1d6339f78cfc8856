// espeak-ng, which makes the speech that the voice tests hear, and coturn, which they call through.
import { findOrInstall, findProgram } from './programs.mjs';

const find = () => ({
  espeak: findProgram(['espeak-ng'], { variable: 'ESPEAK_PATH' }),
  turnserver: findProgram(['turnserver'], { variable: 'TURNSERVER_PATH' }),
});

/** The paths of both. */
export const findOrInstallVoicePrograms = () =>
  findOrInstall(find, {
    purpose: 'The voice tests',
    packages: { espeak: 'espeak-ng', turnserver: 'coturn' },
    elsewhere: 'install espeak-ng and coturn, or set ESPEAK_PATH and TURNSERVER_PATH',
  });
