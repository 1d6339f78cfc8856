import type { Socket } from 'node:net';

/** With so many answers at once, each is read a few times a second less; nobody is shown text more often anyhow. */
const manyAnswers = 16;
const pauseMs = 60;

let reading = 0;
const resting = new Set<Socket>();

function wakeAll() {
  const all = [...resting];
  resting.clear();
  for (const socket of all) socket.resume();
}

/** For one answer: `rest` leaves its next words to the kernel for a moment, so that several are read at once. */
export function createBulkReading(socket: Socket) {
  reading += 1;
  let isOver = false;
  return {
    rest() {
      if (isOver || reading < manyAnswers || resting.has(socket)) return;
      socket.pause();
      resting.add(socket);
      if (resting.size === 1) setTimeout(wakeAll, pauseMs);
    },
    /** The connection may serve the next request. */
    over() {
      if (isOver) return;
      isOver = true;
      reading -= 1;
      if (resting.delete(socket)) socket.resume();
    },
  };
}
