import { vi } from 'vitest';

/** Tests of components see what they draw whole at once: happy-dom shows nothing that would be worth waiting for. */
vi.mock('../oneByOne.svelte', () => ({
  oneByOne: (all: () => number) => ({
    get now() {
      return all();
    },
  }),
}));
