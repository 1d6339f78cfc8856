import type { LiveEvent } from '#shared/live-events.ts';

type Listen = (event: LiveEvent) => void;

/** A page that nobody looks at keeps its connection this long; browsers have only a few of them for all tabs. */
const hiddenForMs = 20_000;
/** A browser gives up where the server answers no: too many windows, or a restart behind a proxy. */
const tryAgainMs = 15_000;

const lines = new Map<string, ReturnType<typeof openLine>>();

/** One connection for the tab and the address, as long as anybody listens. Returns how to stop. */
export function followEvents(url: string, listen: Listen) {
  const line = lines.get(url) ?? openLine(url);
  lines.set(url, line);
  line.listeners.add(listen);
  return () => {
    line.listeners.delete(listen);
    if (line.listeners.size > 0 || lines.get(url) !== line) return;
    lines.delete(url);
    line.close();
  };
}

function openLine(address: string) {
  const listeners = new Set<Listen>();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let missed = false;

  const tell = (event: LiveEvent) => {
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
      if (missed) tell({ kind: 'gap' });
      missed = false;
    };
    opened.onmessage = ({ data }) => tell(JSON.parse(data));
    opened.onerror = () => {
      missed = true;
      if (opened.readyState === EventSource.CLOSED && source === opened)
        timer = setTimeout(connect, tryAgainMs);
    };
  };
  const watchVisibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') {
      timer = setTimeout(() => {
        disconnect();
        missed = true;
      }, hiddenForMs);
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
