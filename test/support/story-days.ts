import { moveClockTo } from './merchant.js';
import type { TestService } from './service.js';
import { type Story, tell } from './story.js';

/** A Monday at noon, in a week without holidays; seconds. */
export const monday_noon = Date.UTC(2027, 2, 1, 12) / 1000;

/** Starts a story on its day, where weekends and holidays matter. */
export async function tellFrom(service: TestService, told: Parameters<typeof tell>[1] & { readonly begins: number }): Promise<Story> {
  const story = tell(service, told);
  await moveClockTo(service.client(story.secret_key), told.begins);
  return story;
}
