/** Fresh and round, light and dark like the system. */
export const meadow = {
  title: 'Meadow',
  elements: `
p2p-transfer, product-pay, plan-subscribe {
  --checkout-color-accent: light-dark(#0b6e5f, #6ee7c8);
  --checkout-color-on-accent: light-dark(#ffffff, #06231d);
  --checkout-color-text: light-dark(#12302b, #e6f6f1);
  --checkout-color-muted: light-dark(#46625c, #a3c2ba);
  --checkout-color-field: light-dark(#f7fcfa, #15302a);
  --checkout-color-border: light-dark(#6b8a83, #6f9389);
  --checkout-color-danger: light-dark(#b0192f, #ffa1a8);
  --checkout-color-success: light-dark(#0b6e3f, #7fe3ae);
  --checkout-color-warning: light-dark(#7f4c00, #ffcc80);
  --checkout-radius: 1.25rem;
}
p2p-transfer::part(submit), product-pay::part(submit) {
  border-radius: 99px;
}
`,
  page: `
:root {
  --ground: light-dark(#e6f4ee, #0b1f1a); --sheet: light-dark(#fff, #112a24); --ink: light-dark(#12302b, #e6f6f1);
  --soft: light-dark(#46625c, #a3c2ba); --line: light-dark(#cfe5dc, #234840); --accent: light-dark(#0b6e5f, #6ee7c8);
  --good: light-dark(#0b6e3f, #7fe3ae); --bad: light-dark(#b0192f, #ffa1a8); --open: light-dark(#7f4c00, #ffcc80);
  --tint: light-dark(#eef8f4, #17362f); --edge: light-dark(#6b8a83, #6f9389); --on-accent: light-dark(#fff, #06231d);
}
.sheet, .agreement, .words > section, .cards { border-radius: 1.5rem; }
`,
} as const;
