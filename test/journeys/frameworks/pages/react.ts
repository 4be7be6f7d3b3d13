import { createElement as h, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { EVENTS, given, hear, place } from './cases.js';

function Page() {
  const [round, setRound] = useState(0);
  const imperative = useRef<HTMLElement>(null);
  useEffect(() => {
    window.cases.render = setRound;
    imperative.current?.addEventListener('lowercaseevent', hear);
  }, []);
  const { test, amount, currency, customer, address, cards, prepare } = given(round);
  return [
    h('plan-subscribe', { key: 1, id: 'bare' }),
    h('product-pay', { key: 2, id: 'parent' }, h('p', null, `round ${round}`)),
    h(round === 0 ? 'product-pay' : 'plan-subscribe', { key: 3, id: 'view' }),
    h('p2p-transfer', {
      key: 4,
      id: 'data',
      test,
      amount,
      currency,
      customer,
      senderBillingAddress: address,
      savedCards: cards,
      prepare,
    }),
    h('plan-subscribe', { key: 5, id: 'imperative', ref: imperative }),
    h('plan-subscribe', { key: 6, id: 'declarative', ...Object.fromEntries(EVENTS.map((name) => [`on${name}`, hear])) }),
  ];
}

createRoot(place).render(h(Page));
