import { describe, expect, test } from 'vitest';
import { disputeBy, disputeNow, passDays } from './support/money-back.js';
import { expectSoundBooks, onBothRoads, roads } from './support/roads.js';

/** The counterexamples that the properties have found, each as its shortest story. */
const both = onBothRoads();

describe.each(roads)('%s', (road) => {
  // Both reviews end on the same day, and a timer's name is its key: the second one made the request fail.
  test("a bank still reviewing an inquiry's evidence can get another answer after it has withdrawn the money", async () => {
    const client = both.client(road);
    const inquiry = await disputeBy(client, 'pm_card_createDisputeInquiry');
    const say = (uncategorized_text: string) => client.post(`/v1/disputes/${inquiry.id}`, { evidence: { uncategorized_text } });
    expect((await say('It was delivered.')).body.status).toBe('warning_under_review');
    await client.post(`/v1/test_helpers/disputes/${inquiry.id}/escalate`);
    const { status, body } = await say('It was signed for as well.');
    expect([status, body.status, body.evidence_details.submission_count]).toEqual([200, 'under_review', 2]);
    await passDays(client, 61);
    expect(await disputeNow(client, inquiry)).toMatchObject({ status: 'lost' });
  });
});

expectSoundBooks(both);
