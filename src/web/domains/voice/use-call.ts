import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { type Call, openCall } from './call/call.ts';
import { type CallPlan, type CallState, firstState } from './call/call-state.ts';

const subscribeToNothing = () => () => {};

/** A call that starts when its component mounts and ends when it unmounts. */
export function useCall(plan: CallPlan): { call: Call | undefined; state: CallState } {
  const api = useApi();
  const [call, setCall] = useState<Call>();
  const [first] = useState(() => firstState(plan));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call is started once; changes are sent to it
  useEffect(() => {
    const opened = openCall(api, plan);
    setCall(opened);
    void opened.start();
    // Leaving the page ends the call at once, not after the timeout of the server.
    addEventListener('pagehide', opened.hangUp);
    return () => {
      removeEventListener('pagehide', opened.hangUp);
      opened.hangUp();
    };
  }, []);
  const state = useSyncExternalStore(
    call?.subscribe ?? subscribeToNothing,
    call?.get ?? (() => first),
    () => first,
  );
  return { call, state };
}
