import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds in the whole page, shadow roots included. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated, because a page's content security policy would block an added script.
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[] }> };
    };
    const { violations: found } = await axe.run();
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${JSON.stringify(target)}: ${failureSummary ?? ''}`),
    );
  });
}
