import type { LiveEvent } from '#shared/live-events.ts';

type Listen = (event: LiveEvent) => void;

/**
 * A hidden page keeps its connection this long: browsers allow only a few connections for all tabs together.
 */
const disconnectWhenHiddenMs = 20_000;
/**
 * EventSource gives up after an error status (too many windows, or a restart behind a proxy), so we reconnect
 * ourselves.
 */
const reconnectAfterMs = 15_000;

const connections = new Map<string, ReturnType<typeof openConnection>>();

/**
 * Keeps one connection per tab and address while it has listeners. Returns a function that stops listening.
 */
export function followEvents(url: string, listen: Listen) {
  const connection = connections.get(url) ?? openConnection(url);
  connections.set(url, connection);
  connection.listeners.add(listen);
  return () => {
    connection.listeners.delete(listen);
    if (connection.listeners.size > 0 || connections.get(url) !== connection) return;
    connections.delete(url);
    connection.close();
  };
}

function openConnection(address: string) {
  const listeners = new Set<Listen>();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let missed = false;

  const dispatch = (event: LiveEvent) => {
    for (const listen of listeners) listen(event);
  };
  const disconnect = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const connect = () => {
    disconnect();
    const opened = new EventSource(address, { withCredentials: true });
    source = opened;
    opened.onopen = () => {
      if (missed) dispatch({ kind: 'gap' });
      missed = false;
    };
    opened.onmessage = ({ data }) => dispatch(JSON.parse(data));
    opened.onerror = () => {
      missed = true;
      if (opened.readyState === EventSource.CLOSED && source === opened)
        timer = setTimeout(connect, reconnectAfterMs);
    };
  };
  const watchVisibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') {
      timer = setTimeout(() => {
        disconnect();
        missed = true;
      }, disconnectWhenHiddenMs);
    } else if (!source || source.readyState === EventSource.CLOSED) connect();
  };

  document.addEventListener('visibilitychange', watchVisibility);
  if (document.visibilityState === 'visible') connect();
  else missed = true;
  return {
    listeners,
    close() {
      document.removeEventListener('visibilitychange', watchVisibility);
      disconnect();
    },
  };
}
