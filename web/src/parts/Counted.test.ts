import { cleanup, render } from '@testing-library/svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { afterEach, expect, test, vi } from 'vitest';
import Counted from './Counted.svelte';

afterEach(cleanup);

test('a number counts up to what it becomes, within a third of a second', async () => {
  const { container, rerender } = render(Counted, { n: 3 });
  expect(container.textContent).toBe('3');
  const began = performance.now();
  await rerender({ n: 40 });
  expect(container.textContent).toBe('3');
  await vi.waitFor(() => expect(Number(container.textContent)).toBeGreaterThan(3));
  await vi.waitFor(() => expect(container.textContent).toBe('40'));
  expect(performance.now() - began).toBeGreaterThan(150);
});

test('who wants no motion sees it at once', async () => {
  const wants = vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
  const { container, rerender } = render(Counted, { n: 3 });
  await rerender({ n: 40 });
  expect(container.textContent).toBe('40');
  wants.mockRestore();
});
