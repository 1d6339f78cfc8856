// espeak-ng, which makes the speech that the voice tests hear, and coturn, which they call through.
import { findProgram, installPackages } from './programs.mjs';
import { SetupError } from './setup.mjs';

const find = () => ({
  espeak: findProgram(['espeak-ng'], { variable: 'ESPEAK_PATH' }),
  turnserver: findProgram(['turnserver'], { variable: 'TURNSERVER_PATH' }),
});

const missingPackages = ({ espeak, turnserver }) => [
  ...(espeak ? [] : ['espeak-ng']),
  ...(turnserver ? [] : ['coturn']),
];

/** The paths of both. */
export async function findOrInstallVoicePrograms() {
  const missing = missingPackages(find());
  if (missing.length > 0)
    await installPackages(missing, {
      purpose: 'The voice tests',
      elsewhere: 'install espeak-ng and coturn, or set ESPEAK_PATH and TURNSERVER_PATH',
    });
  const found = find();
  const still = missingPackages(found);
  if (still.length > 0) throw new SetupError(`apt-get did not bring ${still.join(' and ')}.`);
  return found;
}
