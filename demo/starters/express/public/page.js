/** Shows what is for sale, as the server has it from the gateway. */
async function showProduct(/** @type {HTMLElementTagNameMap['product-pay']} */ element) {
  const answer = await fetch('/api/tea');
  if (!answer.ok) throw new Error(`The product could not be read: ${answer.status}`);
  element.product = await answer.json();
}

for (const element of document.querySelectorAll('product-pay')) {
  // Opens an order for each attempt.
  element.prepare = async () => {
    const answer = await fetch('/api/orders', { method: 'POST' });
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
    const answer = await fetch(`/api/status?${new URLSearchParams(asked)}`);
    if (answer.status === 404) return { outcome: 'unknown' }; // no order of this session
    if (!answer.ok) throw new Error(`The status could not be read: ${answer.status}`);
    return answer.json();
  };

  // What the page shows proves nothing: the server delivers when the notification arrives.
  element.addEventListener('checkout-outcome', ({ outcome, final }) => {
    const texts = { successful: 'Thank you. Your tea is on its way.', failed: 'Nothing was paid.', unknown: '' };
    document
      .querySelector('#outcome')
      ?.replaceChildren(final ? texts[outcome] : 'We don’t know yet if it went through. Please don’t pay again.');
  });

  void showProduct(element);
}
