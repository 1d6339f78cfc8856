import type { AnimationItem, LottiePlayer } from 'lottie-web';
import {
  type AnimationDocument,
  isAnimationDocument,
  ownCopy,
  type ResolvedLottie,
} from './lottie-options.ts';

/** The controls of a loaded player. */
export interface LottieHandle {
  play(): void;
  pause(): void;
  stop(): void;
}

export interface LottieFrame {
  currentTime: number;
  totalTime: number;
}

export interface LottieEvents {
  onState(state: 'playing' | 'paused'): void;
  onComplete(): void;
  onLoopComplete(): void;
  onEnterFrame(frame: LottieFrame): void;
}

export interface Player extends LottieHandle {
  setVisible(visible: boolean): void;
  setHovered(hovered: boolean): void;
  setPaused(paused: boolean): void;
  setSpeed(speed: number): void;
  destroy(): void;
}

/** Loads lottie-web's light build (SVG only, without expressions, so no code is evaluated) and the animation. */
export async function loadPlayer(
  container: HTMLElement,
  options: ResolvedLottie,
  events: LottieEvents,
  signal: AbortSignal,
): Promise<Player | undefined> {
  const [{ default: lottie }, animation] = await Promise.all([
    import('lottie-web/build/player/esm/lottie_light.min.js'),
    fetchAnimation(options.source, signal),
  ]);
  return signal.aborted ? undefined : createPlayer(lottie, container, animation, options, events);
}

async function fetchAnimation(
  source: ResolvedLottie['source'],
  signal: AbortSignal,
): Promise<AnimationDocument> {
  let found: unknown;
  if ('data' in source) {
    found = source.data;
  } else {
    const response = await fetch(source.link, { signal, headers: { Accept: 'application/json' } });
    if (!response.ok) throw new Error(`${source.link} answered ${response.status}`);
    found = await response.json();
  }
  if (!isAnimationDocument(found)) throw new Error('Not a Lottie animation');
  return ownCopy(found);
}

function createPlayer(
  lottie: LottiePlayer,
  container: HTMLElement,
  animationData: AnimationDocument,
  options: ResolvedLottie,
  events: LottieEvents,
): Player {
  // lottie-web repeats correctly only forwards: backwards it counts repeats down to none, and alternating it
  // counts up and down forever. So those two play once at a time and are restarted here.
  const repeatsItself = options.direction === 'forward';
  const animation: AnimationItem = lottie.loadAnimation({
    container,
    renderer: options.renderer,
    loop: repeatsItself ? options.loop : false,
    autoplay: false,
    animationData,
    ...(options.assetsPath === undefined ? {} : { assetsPath: options.assetsPath }),
  });
  animation.setSpeed(options.speed);

  let ready = false;
  let shouldPlay = options.start === 'at-once';
  let finished = false;
  let passes = 0;
  let visible = true;
  let hovered = false;
  let paused = options.paused;

  const sync = () => {
    if (!ready) return;
    const run = shouldPlay && visible && !paused && !(hovered && options.hover === 'pause');
    if (run === !animation.isPaused) return;
    if (run) animation.play();
    else animation.pause();
    events.onState(run ? 'playing' : 'paused');
  };
  const requestPlay = (play: boolean) => {
    if (play && finished) rewind();
    shouldPlay = play;
    sync();
  };
  const lastFrame = () => animation.totalFrames - 1;
  const rewind = () => {
    finished = false;
    passes = 0;
    animation.stop();
    animation.setDirection(options.direction === 'reverse' ? -1 : 1);
    if (options.direction === 'reverse') animation.goToAndStop(lastFrame(), true);
  };

  animation.addEventListener('DOMLoaded', () => {
    ready = true;
    rewind();
    sync();
  });
  animation.addEventListener('enterFrame', ({ currentTime, totalTime }) => {
    events.onEnterFrame({ currentTime, totalTime });
  });
  animation.addEventListener('loopComplete', () => events.onLoopComplete());
  animation.addEventListener('complete', () => {
    if (!repeatsItself && passes < options.repeats) {
      passes += 1;
      if (options.direction === 'alternate') animation.setDirection(animation.playDirection === 1 ? -1 : 1);
      else animation.goToAndStop(lastFrame(), true);
      animation.play();
      events.onLoopComplete();
      return;
    }
    finished = true;
    shouldPlay = false;
    events.onState('paused');
    events.onComplete();
  });

  const delayed =
    options.start === 'after-delay' ? setTimeout(() => requestPlay(true), options.delay) : undefined;

  return {
    play: () => requestPlay(true),
    pause: () => requestPlay(false),
    stop: () => {
      requestPlay(false);
      if (ready) rewind();
    },
    setVisible: (now) => {
      visible = now;
      sync();
    },
    setHovered: (now) => {
      hovered = now;
      if (options.hover === 'play') requestPlay(now);
      else sync();
    },
    setPaused: (now) => {
      if (now === paused) return;
      paused = now;
      // Ending the pause starts playing, even if autoplay was off.
      if (now) sync();
      else requestPlay(options.hover !== 'play' || hovered);
    },
    setSpeed: (speed) => animation.setSpeed(speed),
    destroy: () => {
      clearTimeout(delayed);
      animation.destroy();
    },
  };
}
