import type { MessageState } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';

/** Somebody who watches an answer being written. What it hears is stored already. */
export type Follower = {
  /** `event` is the text as it goes out to whoever has seen everything before `start`. */
  chunk(start: number, text: string, event: string): void;
  part(part: DataPart): void;
  end(state: MessageState): void;
  /** Another process writes it and has stored more, up to `length`; undefined: something may have happened. */
  look(length: number | undefined): void;
};

export type Hub = ReturnType<typeof createHub>;

/** The followers of answers that are connected to this process. */
export function createHub() {
  const followers = new Map<number, Set<Follower>>();
  return {
    /** Returns how to stop. */
    follow(messageId: number, follower: Follower) {
      const all = followers.get(messageId) ?? new Set();
      followers.set(messageId, all.add(follower));
      return () => {
        all.delete(follower);
        if (all.size === 0 && followers.get(messageId) === all) followers.delete(messageId);
      };
    },
    isFollowed: (messageId: number) => followers.has(messageId),
    tell(messageId: number, say: (follower: Follower) => void) {
      const all = followers.get(messageId);
      if (all) for (const follower of [...all]) say(follower);
    },
    tellAll(say: (follower: Follower) => void) {
      for (const all of followers.values()) for (const follower of [...all]) say(follower);
    },
  };
}
