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
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
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
  /** The text alternative of the picture. Without it the picture is decorative. */
  label?: string | undefined;
  /** A static drawing: shown until the animation plays, when it cannot play, and with reduced motion. */
  poster?: ReactNode;
  /** Reserves the space where neither height nor poster does; animationData has its own ratio. */
  aspectRatio?: string | number | undefined;
  /** A pause button: needed where motion starts by itself and lasts more than 5 s (WCAG 2.2.2). */
  controls?: boolean | undefined;
  className?: string | undefined;
  onComplete?: (() => void) | undefined;
  onLoopComplete?: (() => void) | undefined;
  onEnterFrame?: ((frame: LottieFrame) => void) | undefined;
  ref?: Ref<LottieHandle>;
}

/**
 * Plays a Lottie animation while it is in view. resolveLottie throws for invalid options; here that error is
 * logged and the poster stays, because decoration must not break a page. The same applies to a failed load.
 */
export function Lottie(props: LottieProps) {
  const { label, poster, aspectRatio, controls, className, ref, ...rest } = props;
  const { onComplete, onLoopComplete, onEnterFrame, ...options } = rest;
  const t = useTranslate();
  const reducedMotion = useReducedMotion();
  const box = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const player = useRef<Player>(undefined);
  const playOnceLoaded = useRef(false);
  const [isRequested, setIsRequested] = useState(false);
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
    // With reduced motion it starts only by a button.
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
  const playerKey = JSON.stringify([
    animationLink,
    loop,
    autoplay,
    delay,
    direction,
    hovering,
    renderer,
    assetsPath,
  ]);
  const playable = error === undefined && !(reducedMotion && poster !== undefined && !isRequested);

  // biome-ignore lint/correctness/useExhaustiveDependencies: playerKey, animationData and reducedMotion are what resolveNow reads; speed and pause change the player while it lives
  useEffect(() => {
    if (!playable || !box.current || !stage.current) return;
    const container = stage.current;
    const leaving = new AbortController();
    let visible = false;
    let hasBegun = false;

    async function load() {
      await idle();
      if (leaving.signal.aborted) return;
      const events = {
        onState: setState,
        onComplete: completed,
        onLoopComplete: looped,
        onEnterFrame: entered,
      };
      const loadedPlayer = await loadPlayer(container, resolveNow(), events, leaving.signal);
      if (!loadedPlayer) return;
      player.current = loadedPlayer;
      loadedPlayer.setVisible(visible);
      loadedPlayer.setSpeed(resolveNow().speed);
      loadedPlayer.setPaused(resolveNow().paused);
      if (playOnceLoaded.current) loadedPlayer.play();
    }
    const unwatch = watchInView(box.current, (now) => {
      visible = now;
      player.current?.setVisible(now);
      if (!now || hasBegun) return;
      hasBegun = true;
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
  }, [playerKey, animationData, reducedMotion, playable]);

  useEffect(() => player.current?.setSpeed(speed), [speed]);
  useEffect(() => player.current?.setPaused(pauseAnimation), [pauseAnimation]);

  const handle = useMemo<LottieHandle>(
    () => ({
      play: () => {
        playOnceLoaded.current = true;
        setIsRequested(true);
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
