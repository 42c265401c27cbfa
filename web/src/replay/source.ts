/** Where the frames of a game come from: a table of the house, or a log that somebody brings. */
import { http, type Schemas } from '../lib/http';

export type Frame = Schemas['Frame'];
export type Frames = Schemas['Frames'];
export type Fair = Schemas['FairShown'];

export interface Source {
  /** Return some frames as a seat saw them; null as whoever asks may see them. */
  frames(seat: number | null, start: number, count: number): Promise<Frames>;
  fairness(): Promise<Fair>;
  /** The table, where there is one to go back to. */
  table: string | null;
}

export function ofTable(table: string): Source {
  return {
    frames: (seat, start, count) => {
      const side = seat === null ? '' : `&seat=${seat}`;
      return http.get<Frames>(`/api/tables/${table}/frames?start=${start}&count=${count}${side}`);
    },
    fairness: () => http.get<Fair>(`/api/tables/${table}/fairness`),
    table,
  };
}

export function ofLog(log: string): Source {
  return {
    frames: (seat, start, count) => http.post<Frames>('/api/logs/frames', { log, seat, start, count }),
    fairness: () => http.post<Fair>('/api/logs/fairness', { log }),
    table: null,
  };
}
