/** A house for tests: it answers by method and path, and remembers what it was asked. */
import { vi } from 'vitest';
import { Refused } from '../http';

export interface Asked {
  method: string;
  path: string;
  body: unknown;
}

type Answers = Record<string, unknown>;

/** Answer requests such as `POST /api/me` until the globals are put back; a `Refused` is refused. */
export function house(answers: Answers): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    asked.push({ method, path, body: init.body === undefined ? undefined : JSON.parse(init.body as string) });
    const answer = answers[`${method} ${path}`];
    if (answer === undefined) throw new Error(`nobody answers ${method} ${path}`);
    return Promise.resolve(
      answer instanceof Refused
        ? Response.json({ error: { code: answer.code, values: answer.values } }, { status: 400 })
        : Response.json(answer),
    );
  });
  return asked;
}
