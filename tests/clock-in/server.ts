import { runServer } from '#server/wiring/run.ts';
import { acceptCallerHeader } from '../callers.ts';

// The product's server, which accepts the x-caller header as a sign-in; sessions have their own tests.
await runServer({ extraRoutes: async (app) => acceptCallerHeader(app) });
