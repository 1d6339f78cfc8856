import { type ResolveHookSync, registerHooks } from 'node:module';

const inside = '/node_modules/drizzle-orm/';

/**
 * drizzle-orm lists its exports in 130 KB of JSON. For every file of ours that imports it Node parses the list again,
 * and for every file of its own it fetches the list again: more than half of what reading the code takes. Once is
 * enough. Call it before the code is read.
 */
export function resolveDrizzleOnce() {
  const found = new Map<string, ReturnType<ResolveHookSync>>();

  registerHooks({
    resolve(specifier, context, resolve) {
      const { parentURL = '', conditions } = context;
      if (parentURL.includes(inside) && /^\..*\.js$/.test(specifier) && parentURL.endsWith('.js'))
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
      const isOurs = !parentURL.includes('/node_modules/') && conditions.includes('import');
      if (!isOurs || !/^drizzle-orm(\/|$)/.test(specifier)) return resolve(specifier, context);
      const known = found.get(specifier);
      if (known) return { ...known, shortCircuit: true };
      const answer = resolve(specifier, context);
      found.set(specifier, answer);
      return answer;
    },
  });
}
