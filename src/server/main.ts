import { runServer } from '#server/wiring/run.ts';

await runServer();
