/** Shows what is for sale, as the server has it from the gateway. */
async function showProduct(/** @type {HTMLElementTagNameMap['product-pay']} */ element) {
  const answer = await fetch('/product');
  if (!answer.ok) throw new Error(`The product could not be read: ${answer.status}`);
  element.product = await answer.json();
}

for (const element of document.querySelectorAll('product-pay')) {
  // Opens an order for each attempt.
  element.prepare = async () => {
    const answer = await fetch('/orders', { method: 'POST' });
    if (!answer.ok) throw new Error(`The order could not be opened: ${answer.status}`);
    return answer.json(); // { trackingId }
  };

  // Asks the server when the gateway's answer was lost.
  element.resolveStatus = async ({ trackingId, uid, startedAt, repeatedAt }) => {
    const asked = {
      ...(trackingId && { tracking_id: trackingId }),
      ...(uid && { uid }),
      ...(startedAt && { started_at: startedAt }),
      ...(repeatedAt && { repeated_at: repeatedAt }),
    };
    const answer = await fetch(`/status?${new URLSearchParams(asked)}`);
    if (answer.status === 404) return { outcome: 'unknown' }; // no order of this session
    if (!answer.ok) throw new Error(`The status could not be read: ${answer.status}`);
    return answer.json(); // { outcome, amount, currency, redirectUrl }
  };

  element.addEventListener('checkout-outcome', ({ outcome, final, trackingId }) => {
    const text = final ? `${outcome}: order ${trackingId}` : `Not known yet, don’t pay again: order ${trackingId}`;
    document.querySelector('#outcome')?.replaceChildren(text);
  });

  void showProduct(element);
}
