import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { idle } from '#web/ground/page-life.ts';
import { cx, target } from '../cx.ts';
import { watchInView } from './in-view.tsx';
import {
  hoverConflictMessage,
  isAnimationDocument,
  type LottieOptions,
  lottieDefaults,
  resolveLottie,
} from './lottie-options.ts';
import { type LottieFrame, type LottieHandle, loadPlayer, type Player } from './lottie-player.ts';
import { useReducedMotion } from './reduced-motion.ts';

export interface LottieProps extends LottieOptions {
  /** What the picture says, for those who do not see it. Without it the picture is decoration. */
  label?: string | undefined;
  /** A still drawing: shown until the animation plays, when it cannot, and to those who want no motion. */
  poster?: ReactNode;
  /** Keeps the space where neither height nor poster does; animationData brings its own. */
  aspectRatio?: string | number | undefined;
  /** A button to pause and play: needed wherever motion starts by itself and goes on for more than 5 s. */
  controls?: boolean | undefined;
  className?: string | undefined;
  onComplete?: (() => void) | undefined;
  onLoopComplete?: (() => void) | undefined;
  onEnterFrame?: ((frame: LottieFrame) => void) | undefined;
  ref?: Ref<LottieHandle>;
}

/**
 * Plays a Lottie animation while it is in view. Wrong options are an Error thrown by resolveLottie; here that Error
 * is logged and the poster stays, because a page must not fall over its decoration. A failed load likewise.
 */
export function Lottie(props: LottieProps) {
  const { label, poster, aspectRatio, controls, className, ref, ...rest } = props;
  const { onComplete, onLoopComplete, onEnterFrame, ...options } = rest;
  const t = useWords();
  const reducedMotion = useReducedMotion();
  const box = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const player = useRef<Player>(undefined);
  const playOnceLoaded = useRef(false);
  const [asked, setAsked] = useState(false);
  const [state, setState] = useState<'waiting' | 'playing' | 'paused' | 'failed'>('waiting');
  const waiting = state === 'waiting' || state === 'failed';

  const { error, conflict } = check(options);
  useEffect(() => {
    if (error) console.error(error);
  }, [error]);
  useEffect(() => {
    if (conflict) console.error(hoverConflictMessage);
  }, [conflict]);

  const resolveNow = useEffectEvent(() => {
    const resolved = resolveLottie(options);
    // Whoever wants less motion starts it with a button, or not at all.
    return reducedMotion ? { ...resolved, start: 'never' as const, hover: undefined } : resolved;
  });
  const completed = useEffectEvent(() => onComplete?.());
  const looped = useEffectEvent(() => onLoopComplete?.());
  const entered = useEffectEvent((frame: LottieFrame) => onEnterFrame?.(frame));

  const {
    animationData,
    speed = lottieDefaults.speed,
    pauseAnimation = lottieDefaults.pauseAnimation,
  } = options;
  const { animationLink, loop, autoplay, delay, direction, pauseOnHover, playOnHover, renderer, assetsPath } =
    options;
  const hovering = [pauseOnHover, playOnHover];
  const recipe = JSON.stringify([
    animationLink,
    loop,
    autoplay,
    delay,
    direction,
    hovering,
    renderer,
    assetsPath,
  ]);
  const playable = error === undefined && !(reducedMotion && poster !== undefined && !asked);

  // biome-ignore lint/correctness/useExhaustiveDependencies: recipe, animationData and reducedMotion are what resolveNow reads; speed and pause change the player while it lives
  useEffect(() => {
    if (!playable || !box.current || !stage.current) return;
    const container = stage.current;
    const leaving = new AbortController();
    let visible = false;
    let begun = false;

    async function load() {
      await idle();
      if (leaving.signal.aborted) return;
      const events = {
        onState: setState,
        onComplete: completed,
        onLoopComplete: looped,
        onEnterFrame: entered,
      };
      const made = await loadPlayer(container, resolveNow(), events, leaving.signal);
      if (!made) return;
      player.current = made;
      made.setVisible(visible);
      made.setSpeed(resolveNow().speed);
      made.setPaused(resolveNow().paused);
      if (playOnceLoaded.current) made.play();
    }
    const unwatch = watchInView(box.current, (now) => {
      visible = now;
      player.current?.setVisible(now);
      if (!now || begun) return;
      begun = true;
      load().catch((problem) => {
        if (leaving.signal.aborted) return;
        console.error('應用層錯誤: animation did not load', problem);
        setState('failed');
      });
    });
    return () => {
      leaving.abort();
      unwatch();
      player.current?.destroy();
      player.current = undefined;
      setState('waiting');
    };
  }, [recipe, animationData, reducedMotion, playable]);

  useEffect(() => player.current?.setSpeed(speed), [speed]);
  useEffect(() => player.current?.setPaused(pauseAnimation), [pauseAnimation]);

  const handle = useMemo<LottieHandle>(
    () => ({
      play: () => {
        playOnceLoaded.current = true;
        setAsked(true);
        player.current?.play();
      },
      pause: () => {
        playOnceLoaded.current = false;
        player.current?.pause();
      },
      stop: () => {
        playOnceLoaded.current = false;
        player.current?.stop();
      },
    }),
    [],
  );
  useImperativeHandle(ref, () => handle, [handle]);

  const ratio = isAnimationDocument(animationData) ? `${animationData.w} / ${animationData.h}` : undefined;
  const {
    width = lottieDefaults.width,
    height = lottieDefaults.height,
    backgroundColor = lottieDefaults.backgroundColor,
    scale = lottieDefaults.scale,
  } = options;
  return (
    <div
      ref={box}
      data-state={state}
      className={cx('relative overflow-clip', className)}
      style={{
        width,
        height,
        backgroundColor,
        aspectRatio: aspectRatio ?? (poster === undefined ? ratio : undefined),
      }}
      onPointerEnter={() => player.current?.setHovered(true)}
      onPointerLeave={() => player.current?.setHovered(false)}
    >
      <div
        {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
        className="relative size-full"
        style={scale === 1 ? undefined : { transform: `scale(${scale})` }}
      >
        <div ref={stage} className={cx('absolute inset-0', waiting && poster !== undefined && 'opacity-0')} />
        {poster !== undefined && (
          <div className={cx('relative size-full transition-opacity duration-200', !waiting && 'opacity-0')}>
            {poster}
          </div>
        )}
      </div>
      {controls && error === undefined && (
        <button
          type="button"
          onClick={() => (state === 'playing' ? handle.pause() : handle.play())}
          className={cx(
            target,
            'absolute right-0 bottom-0 grid place-items-center rounded-full text-ink-2 hover:text-ink',
          )}
        >
          {state === 'playing' ? <Pause size="1rem" /> : <Play size="1rem" />}
          <span className="sr-only">{t(state === 'playing' ? 'ui.pauseAnimation' : 'ui.playAnimation')}</span>
        </button>
      )}
    </div>
  );
}

function check(options: LottieOptions): { error?: string; conflict?: boolean } {
  try {
    return { conflict: resolveLottie(options).hoverConflict };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
