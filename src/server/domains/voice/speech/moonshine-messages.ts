/** IPC messages between the recogniser process and its parent. */
export type Asked =
  | { id: number; samples: Float32Array }
  | { id: number; cancel: true }
  | { id: number; hurry: true };
export type Answered = { ready: true } | { id: number; text: string } | { id: number; failed: string };
