/** A stationer's: serifs, square corners, ink on cream. */
export const paper = {
  title: 'Paper',
  elements: `
p2p-transfer, product-pay, plan-subscribe {
  color-scheme: light;
  --checkout-font: 1.0625rem/1.5 'Iowan Old Style', Palatino, 'Palatino Linotype', Georgia, serif;
  --checkout-color-accent: #7a2a1c;
  --checkout-color-on-accent: #fffaf1;
  --checkout-color-text: #2b2118;
  --checkout-color-muted: #62543f;
  --checkout-color-field: #fffdf8;
  --checkout-color-border: #8a7860;
  --checkout-color-danger: #a3121f;
  --checkout-color-success: #2f5d2a;
  --checkout-color-warning: #7c4a00;
  --checkout-radius: 2px;
}
p2p-transfer::part(legend), product-pay::part(legend) {
  font-variant-caps: all-small-caps;
  letter-spacing: .06em;
}
p2p-transfer::part(submit), product-pay::part(submit) {
  box-shadow: none;
}
`,
  page: `
:root {
  color-scheme: light;
  --ground: #f3ecdf; --sheet: #faf5ea; --ink: #2b2118; --soft: #62543f; --line: #ddd0b8; --accent: #7a2a1c;
  --good: #2f5d2a; --bad: #a3121f; --open: #7c4a00; --tint: #efe5d2; --edge: #8a7860; --on-accent: #fffaf1;
  font-family: 'Iowan Old Style', Palatino, 'Palatino Linotype', Georgia, serif;
}
.sheet, .agreement, .words > section, .cards { border-radius: 2px; }
`,
} as const;
