const output = document.querySelector('output');
const asked = new URLSearchParams(location.search);

/** The webhook may come after the payer. */
async function show() {
  const { status } = await (await fetch(`/orders?${new URLSearchParams({ payment_intent: asked.get('payment_intent') ?? '' })}`)).json();
  output.textContent = status;
  if (status === 'waiting') setTimeout(show, 500);
}

if (asked.has('session_id')) output.textContent = 'on its way';
else await show();
