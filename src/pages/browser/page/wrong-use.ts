/** What a merchant's page has done that cannot work; named as Stripe names it. */
export const wrongUse = (message: string): Error => Object.assign(new Error(message), { name: 'IntegrationError' });
