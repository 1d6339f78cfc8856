import type { MessageState } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';

/** A client that follows an answer while it is written. It receives stored text only. */
export type Follower = {
  /** `event` is the encoded text, for a follower that has received everything before `start`. */
  chunk(start: number, text: string, event: string): void;
  part(part: DataPart): void;
  end(state: MessageState): void;
  /** Another process has stored text up to `length`; undefined: something may have changed. */
  checkStored(length: number | undefined): void;
};

export type Hub = ReturnType<typeof createHub>;

/** The followers that are connected to this process, by message. */
export function createHub() {
  const followers = new Map<number, Set<Follower>>();
  return {
    /** Returns a function that ends following. */
    follow(messageId: number, follower: Follower) {
      const all = followers.get(messageId) ?? new Set();
      followers.set(messageId, all.add(follower));
      return () => {
        all.delete(follower);
        if (all.size === 0 && followers.get(messageId) === all) followers.delete(messageId);
      };
    },
    isFollowed: (messageId: number) => followers.has(messageId),
    notify(messageId: number, notify: (follower: Follower) => void) {
      const all = followers.get(messageId);
      if (all) for (const follower of [...all]) notify(follower);
    },
    notifyAll(notify: (follower: Follower) => void) {
      for (const all of followers.values()) for (const follower of [...all]) notify(follower);
    },
  };
}
