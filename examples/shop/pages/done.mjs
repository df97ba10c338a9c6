const output = document.querySelector('output');

/** The webhook may come after the payer, whose address says what was paid. */
async function show() {
  const { status } = await (await fetch(`/orders${location.search}`)).json();
  output.textContent = status;
  if (status === 'waiting') setTimeout(show, 500);
}

await show();
