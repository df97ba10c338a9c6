import { CardElement, Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const asked = new URLSearchParams(location.search);
const stripe = loadStripe(asked.get('key'));

function Checkout() {
  const stripe = useStripe();
  const elements = useElements();
  const [told, tell] = useState('');
  const [complete, setComplete] = useState(false);
  const pay = async (event) => {
    event.preventDefault();
    const { error, paymentIntent } = await stripe.confirmPayment({ elements, redirect: 'if_required' });
    tell(error ? error.message : paymentIntent.status);
  };
  return (
    <form onSubmit={pay}>
      <PaymentElement onChange={(event) => setComplete(event.complete)} />
      <button type="submit" disabled={!stripe || !complete}>
        Pay
      </button>
      <p id="told">{told}</p>
    </form>
  );
}

function Card() {
  const stripe = useStripe();
  const elements = useElements();
  const [told, tell] = useState('');
  const make = async () => {
    const { error, paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card: elements.getElement(CardElement) });
    tell(error ? error.message : paymentMethod.card.last4);
  };
  return (
    <>
      <CardElement options={{ hidePostalCode: true }} />
      <button type="button" disabled={!stripe} onClick={make}>
        Keep
      </button>
      <p id="told">{told}</p>
    </>
  );
}

const client_secret = asked.get('client_secret');

createRoot(document.querySelector('#place')).render(
  <StrictMode>
    <Elements stripe={stripe} options={client_secret ? { clientSecret: client_secret } : undefined}>
      {client_secret ? <Checkout /> : <Card />}
    </Elements>
  </StrictMode>,
);
