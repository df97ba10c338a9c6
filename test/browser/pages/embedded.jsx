import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const asked = new URLSearchParams(location.search);
const stripe = loadStripe(asked.get('key'));

/** The server of the shop would create the session here. */
const fetchClientSecret = async () => asked.get('client_secret');

function Shop() {
  const [done, setDone] = useState(false);
  const [shown, setShown] = useState(true);
  const [options] = useState(() => ({ fetchClientSecret, onComplete: () => setDone(true) }));
  return (
    <>
      <p id="told">{done ? 'Thank you' : 'Please pay'}</p>
      <button type="button" onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </button>
      {shown && (
        <EmbeddedCheckoutProvider stripe={stripe} options={options}>
          <EmbeddedCheckout />
        </EmbeddedCheckoutProvider>
      )}
    </>
  );
}

createRoot(document.querySelector('#place')).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
);
