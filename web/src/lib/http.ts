/** Requests to the house: what comes back is data, or a refusal. */
import type { components } from '../wire/api';

export type Schemas = components['schemas'];

/** Why something was not done: a key of the language files, and what its sentence needs. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly values: Record<string, unknown> = {},
  ) {
    super(code);
  }

  /** Whether the same may work in a moment. */
  get isForNow(): boolean {
    return FOR_NOW.has(this.code);
  }
}

const FOR_NOW = new Set([
  'house_away',
  'house_full',
  'store_refuses',
  'store_lost',
  'bus_away',
  'busy',
  'too_fast',
  'server_error',
]);

/** The status of an answer that has no more to say. */
const NOTHING = 204;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

async function ask(method: Method, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refused('house_away');
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function refusal(answer: Response): Promise<Refused> {
  try {
    const { error } = (await answer.json()) as Schemas['Refused'];
    return new Refused(error.code, error.values);
  } catch {
    return new Refused('house_away'); // a proxy answered, not the house
  }
}

export const http = {
  get: async <T>(path: string): Promise<T> => (await ask('GET', path)).json() as Promise<T>,
  post: async <T>(path: string, body: unknown = {}): Promise<T> =>
    (await ask('POST', path, body)).json() as Promise<T>,
  patch: async <T>(path: string, body: unknown): Promise<T> =>
    (await ask('PATCH', path, body)).json() as Promise<T>,
  delete: async <T>(path: string): Promise<T | null> => {
    const answer = await ask('DELETE', path);
    return answer.status === NOTHING ? null : ((await answer.json()) as T);
  },
  text: async (path: string): Promise<string> => (await ask('GET', path)).text(),
};
