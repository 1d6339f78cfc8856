import type { Scene } from './scene.ts';
import { airport, interview, market, way } from './scenes-away.ts';
import { clinic, restaurant, shop } from './scenes-town.ts';

/** Role plays of our own writing; `voice-tasks.ts` holds those of spoken practice. */
export const scenes: readonly Scene[] = [shop, clinic, interview, airport, restaurant, way, market];

export const sceneOf = (id: string) => scenes.find((scene) => scene.id === id);
