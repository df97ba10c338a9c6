/** Where this shop and its Florin are, and under which keys. */
export const settings = {
  florin: new URL(process.env.FLORIN ?? 'http://127.0.0.1:12111'),
  secret_key: process.env.SECRET_KEY ?? 'sk_test_example_shop',
  publishable_key: process.env.PUBLISHABLE_KEY ?? 'pk_test_example_shop',
  port: Number(process.env.PORT ?? 4242),
};

/** What is sold: one thing. */
export const tea = { name: 'A tin of tea', amount: 1850, currency: 'eur' };
