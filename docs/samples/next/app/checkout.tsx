'use client';
import type { ResolvedStatus, StatusQuestion } from 'checkout-elements';
import { ProductPay } from 'checkout-elements/react';
import { useState } from 'react';

/** Opens an order for each attempt. */
async function prepare(): Promise<{ trackingId: string }> {
  const answer = await fetch('/api/orders', { method: 'POST' });
  if (!answer.ok) throw new Error(`The order could not be opened: ${answer.status}`);
  return answer.json();
}

/** Asks the server when the gateway's answer was lost. */
async function resolveStatus({ trackingId, uid, startedAt, repeatedAt }: StatusQuestion): Promise<ResolvedStatus> {
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
}

const TEXTS = { successful: 'Thank you. Your tea is on its way.', failed: 'Nothing was paid.', unknown: '' };

interface CheckoutProps {
  readonly confirmUrl: string;
  readonly payUrl: string;
  readonly publicKey: string;
  readonly shopUrl: string;
}

export function Checkout({ confirmUrl, payUrl, publicKey, shopUrl }: CheckoutProps) {
  // What the page shows proves nothing: the server delivers when the notification arrives.
  const [text, setText] = useState('');
  return (
    <>
      <ProductPay
        confirmUrl={confirmUrl}
        publicKey={publicKey}
        notificationUrl={`${shopUrl}/api/notifications`}
        returnUrl={`${shopUrl}/`}
        prepare={prepare}
        resolveStatus={resolveStatus}
        onCheckoutOutcome={({ outcome, final }) =>
          setText(final ? TEXTS[outcome] : 'We don’t know yet if it went through. Please don’t pay again.')
        }
      >
        <a href={payUrl}>Pay by card</a>
      </ProductPay>
      <p role="status">{text}</p>
    </>
  );
}
