/** Keeps the screen on while one talks, where the browser can; it forgets when the page is hidden, so it is asked again. */
export function keepScreenOn(signal: AbortSignal) {
  if (!('wakeLock' in navigator)) return;
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (document.visibilityState !== 'visible' || signal.aborted) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (signal.aborted) await lock.release();
    } catch (error) {
      // A phone that saves its battery may say no: the call goes on.
      console.info('the screen may go dark', error);
    }
  };
  void ask();
  document.addEventListener('visibilitychange', ask, { signal });
  signal.addEventListener('abort', () => void lock?.release());
}
