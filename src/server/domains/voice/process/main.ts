import { runVoiceChild } from './child-process.ts';

await runVoiceChild();
