type LottieDirection = 'forward' | 'reverse' | 'alternate';

/** The options of the animation player. */
export interface LottieOptions {
  /** The animation itself; it has priority over the link. */
  animationData?: object | undefined;
  /** The URL of the animation's JSON. */
  animationLink?: string | undefined;
  /** true: forever; false: once; a number: that many times in total. */
  loop?: boolean | number | undefined;
  autoplay?: boolean | undefined;
  /** A number is in CSS pixels. */
  width?: number | string | undefined;
  height?: number | string | undefined;
  speed?: number | undefined;
  /** Milliseconds between being ready and playing. */
  delay?: number | undefined;
  direction?: LottieDirection | undefined;
  pauseOnHover?: boolean | undefined;
  playOnHover?: boolean | undefined;
  pauseAnimation?: boolean | undefined;
  backgroundColor?: string | undefined;
  scale?: number | undefined;
  renderer?: 'svg' | undefined;
  assetsPath?: string | undefined;
}

export interface ResolvedLottie {
  source: { data: object } | { link: string };
  /** In lottie-web's terms: plays after the first one, so the caller's number minus one. */
  loop: boolean | number;
  /** The same as a number of repeats after the first play. */
  repeats: number;
  /** When it starts playing without a request. */
  start: 'at-once' | 'after-delay' | 'never';
  width: number | string;
  height: number | string;
  speed: number;
  delay: number;
  direction: LottieDirection;
  hover: 'pause' | 'play' | undefined;
  paused: boolean;
  /** Pause was combined with a hover option: this is logged, and the pause has priority. */
  hoverConflict: boolean;
  backgroundColor: string;
  scale: number;
  renderer: 'svg';
  assetsPath: string | undefined;
}

export const lottieDefaults = {
  loop: true,
  autoplay: true,
  width: '100%',
  height: '100%',
  speed: 1,
  delay: 0,
  direction: 'forward',
  pauseOnHover: false,
  playOnHover: false,
  pauseAnimation: false,
  backgroundColor: 'transparent',
  scale: 1,
  renderer: 'svg',
} as const;

export const hoverConflictMessage =
  'pauseAnimation does not go with hovering: please remove pauseOnHover and playOnHover';

/** Fills in the defaults. Throws an Error when there is nothing to play, or the speed is not above 0. */
export function resolveLottie(options: LottieOptions): ResolvedLottie {
  const { animationData: data, animationLink: link } = options;
  if (!data && !link) throw new Error('You must provide either animationLink or animationData');
  const speed = options.speed ?? lottieDefaults.speed;
  if (!(speed > 0)) throw new Error('Speed must be greater than 0');

  const loop = lottieLoop(options.loop ?? lottieDefaults.loop);
  const delay = Math.max(0, options.delay ?? lottieDefaults.delay);
  const paused = options.pauseAnimation ?? lottieDefaults.pauseAnimation;
  const hover = options.playOnHover ? 'play' : options.pauseOnHover ? 'pause' : undefined;
  const autoplay = (options.autoplay ?? lottieDefaults.autoplay) && hover !== 'play';
  return {
    source: data ? { data } : { link: link as string },
    loop,
    repeats: loop === true ? Number.POSITIVE_INFINITY : Number(loop),
    start: !autoplay ? 'never' : delay > 0 ? 'after-delay' : 'at-once',
    width: options.width ?? lottieDefaults.width,
    height: options.height ?? lottieDefaults.height,
    speed,
    delay,
    direction: options.direction ?? lottieDefaults.direction,
    hover,
    paused,
    hoverConflict: paused && hover !== undefined,
    backgroundColor: options.backgroundColor ?? lottieDefaults.backgroundColor,
    scale: options.scale ?? lottieDefaults.scale,
    renderer: options.renderer ?? lottieDefaults.renderer,
    assetsPath: options.assetsPath,
  };
}

function lottieLoop(loop: boolean | number): boolean | number {
  if (typeof loop === 'boolean') return loop;
  return Math.max(0, Math.floor(loop) - 1) || 0;
}

/** The parts of a Lottie document that the player needs before it passes it to lottie-web. */
export interface AnimationDocument {
  w: number;
  h: number;
  /** Frames per second, first frame, and the frame after the last. */
  fr: number;
  ip: number;
  op: number;
  layers: unknown[];
  fonts?: { list?: { fPath?: string }[] };
}

export function isAnimationDocument(value: unknown): value is AnimationDocument {
  const { w, h, fr, ip, op, layers } = (value ?? {}) as Partial<AnimationDocument>;
  return [w, h, fr, ip, op].every((part) => typeof part === 'number') && Array.isArray(layers);
}

/**
 * A copy that the player may change (lottie-web writes into what it plays), without remote fonts: for those
 * lottie-web adds style and link elements, which the page's CSP refuses.
 */
export function ownCopy(document: AnimationDocument): AnimationDocument {
  const copy = structuredClone(document);
  for (const font of copy.fonts?.list ?? []) font.fPath = '';
  return copy;
}
