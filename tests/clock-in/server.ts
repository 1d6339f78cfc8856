import { runServer } from '#server/wiring/run.ts';
import { knowCallers } from '../callers.ts';

// The product's server, where people are whoever they say; what a session is has tests of its own.
await runServer({ extraRoutes: async (app) => knowCallers(app) });
