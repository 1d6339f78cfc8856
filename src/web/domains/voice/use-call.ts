import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { type Call, openCall } from './call/call.ts';
import { type CallPlan, type CallState, firstState } from './call/call-state.ts';

const never = () => () => {};

/** A call that begins with what shows it and ends with it. */
export function useCall(plan: CallPlan): { call: Call | undefined; state: CallState } {
  const api = useApi();
  const [call, setCall] = useState<Call>();
  const [first] = useState(() => firstState(plan));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call is begun once; what may change is told to it
  useEffect(() => {
    const opened = openCall(api, plan);
    setCall(opened);
    void opened.start();
    // A page that is left says so at once, not when the server has missed it for some seconds.
    addEventListener('pagehide', opened.hangUp);
    return () => {
      removeEventListener('pagehide', opened.hangUp);
      opened.hangUp();
    };
  }, []);
  const state = useSyncExternalStore(call?.subscribe ?? never, call?.get ?? (() => first), () => first);
  return { call, state };
}
