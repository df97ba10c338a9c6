import { loadStripe } from './stripe.mjs';

const stripe = await loadStripe(document.body.dataset.key);
const { client_secret } = await (await fetch('/orders', { method: 'POST' })).json();
const elements = stripe.elements({ clientSecret: client_secret, appearance: { theme: 'stripe' } });
elements.create('payment').mount('#payment');

const form = document.querySelector('form');
const button = form.querySelector('button');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url: `${location.origin}/done` } });
  // After a payment the browser is on the way to the return address.
  form.querySelector('[role=alert]').textContent = error.message;
  button.disabled = false;
});
