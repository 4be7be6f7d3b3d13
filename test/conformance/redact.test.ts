import { expect, test } from 'vitest';
import { redactor } from '../../demo/conformance/answers/redact.js';

const redact = redactor(['sk_1']);

test('a report has neither cards nor seals nor secrets', () => {
  const seal = `eyJhbGciOiJSU0EtT0FFUC0yNTYifQ.${'k'.repeat(60)}.iv.text.tag`;
  const sent = `POST /p2p {"number":"4200 0000 0000 0000","token":"${seal}","note":"4200000000000000, ${seal}, sk_1"}`;
  expect(redact(sent)).toBe('POST /p2p {"number":"(redacted)","token":"(redacted)","note":"(redacted), (redacted), (redacted)"}');
});

test('a body of megabytes, which a gateway had to refuse, is cut', () => {
  for (const unit of ['x', '1', '-', '"', '. ', 'x.', '"number":"']) {
    const text = unit.repeat(2_000_000 / unit.length);
    expect(redact(text).length).toBeLessThan(1000);
  }
});
