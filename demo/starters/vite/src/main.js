import 'checkout-elements/define/p2p-transfer';

/** Set by vite.config.js. @type {{ publicKey: string, gatewayUrl: string, shopUrl: string }} */
const settings = SETTINGS;

const element = document.createElement('p2p-transfer');
element.checkoutUrl = settings.gatewayUrl;
element.publicKey = settings.publicKey;
element.currency = 'USD';
element.description = 'Money to a card';
element.notificationUrl = `${settings.shopUrl}/api/notifications`;
element.returnUrl = `${settings.shopUrl}/`;
element.test = true; // the sandbox: remove it with the sandbox's keys

// Opens an order for each attempt.
element.prepare = async ({ amount }) => {
  const answer = await fetch('/api/orders', { method: 'POST', body: JSON.stringify({ amount }) });
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

// What the page shows proves nothing: the server learns the outcome from the notification.
element.addEventListener('checkout-outcome', ({ outcome, final }) => {
  const texts = { successful: 'Sent.', failed: 'Nothing was sent.', unknown: '' };
  document.querySelector('#outcome')?.replaceChildren(final ? texts[outcome] : 'We don’t know yet. Don’t send it again.');
});

document.querySelector('h1')?.after(element);
