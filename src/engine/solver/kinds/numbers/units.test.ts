import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('unit conversion', () => {
  solves([
    ['Convert 72 km/h to m/s', 'unit conversion', '20 m/s'],
    ['5 ft to m', 'unit conversion', '1.524 m'],
    ['1 mile to km', 'unit conversion', '1.609344 km'],
  ]);
});
