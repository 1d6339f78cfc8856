/** What the server tells a person's pages (decision 20): that something changed; the page then asks what. */
export type LiveEvent =
  | { kind: 'notice' }
  | { kind: 'message' | 'read'; conversation: number }
  | { kind: 'lesson'; lesson: number }
  | { kind: 'class'; class: number }
  /** Nothing was heard for a while: anything may have changed. */
  | { kind: 'gap' };

type Listen = (event: LiveEvent) => void;

/** A page that nobody looks at keeps its connection this long; browsers have only a few of them for all tabs. */
const hiddenForMs = 20_000;
/** A browser gives up where the server answers no: too many windows, or a restart behind a proxy. */
const tryAgainMs = 15_000;

const listeners = new Set<Listen>();
let source: EventSource | undefined;
let address = '';
let timer: ReturnType<typeof setTimeout> | undefined;
let missed = false;

/** One connection for the tab, as long as anybody listens. Returns how to stop. */
export function followEvents(url: string, listen: Listen) {
  if (listeners.size === 0) {
    address = url;
    document.addEventListener('visibilitychange', watchVisibility);
    if (document.visibilityState === 'visible') connect();
    else missed = true;
  }
  listeners.add(listen);
  return () => {
    listeners.delete(listen);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', watchVisibility);
    disconnect();
    missed = false;
  };
}

function connect() {
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
}

function disconnect() {
  clearTimeout(timer);
  source?.close();
  source = undefined;
}

function watchVisibility() {
  clearTimeout(timer);
  if (document.visibilityState === 'hidden') {
    timer = setTimeout(() => {
      disconnect();
      missed = true;
    }, hiddenForMs);
  } else if (!source || source.readyState === EventSource.CLOSED) connect();
}

function tell(event: LiveEvent) {
  for (const listen of listeners) listen(event);
}
