type LottieDirection = 'forward' | 'reverse' | 'alternate';

/** What a caller may ask of the animation player. */
export interface LottieOptions {
  /** The animation itself; it wins over the link. */
  animationData?: object | undefined;
  /** Where the animation's JSON is fetched from. */
  animationLink?: string | undefined;
  /** true: for ever; false: once; a number: that many times in all. */
  loop?: boolean | number | undefined;
  autoplay?: boolean | undefined;
  /** A number is CSS pixels. */
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
  /** As lottie-web counts: plays after the first one, so a caller's number less one. */
  loop: boolean | number;
  /** The same as a number: how often to go on after the first play. */
  repeats: number;
  /** Plays by itself: at once, or after the delay. */
  start: 'at-once' | 'after-delay' | 'never';
  width: number | string;
  height: number | string;
  speed: number;
  delay: number;
  direction: LottieDirection;
  hover: 'pause' | 'play' | undefined;
  paused: boolean;
  /** Pause was combined with a hover option: to be logged; the pause wins. */
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

/** The parts of a Lottie document that the player needs before it hands it to lottie-web. */
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
 * A copy that the player may change (lottie-web writes into what it plays), without remote fonts: for those alone
 * lottie-web adds style and link elements, which the page's CSP refuses.
 */
export function ownCopy(document: AnimationDocument): AnimationDocument {
  const copy = structuredClone(document);
  for (const font of copy.fonts?.list ?? []) font.fPath = '';
  return copy;
}
