import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds in a whole document, shadow roots included. A frame is a document of its own. */
export async function violations(page: Page | Frame): Promise<string[]> {
  // Evaluated, because a page's content security policy would block an added script.
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(options: {
          iframes: boolean;
        }): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[] }>;
      };
    };
    const { violations: found } = await axe.run({ iframes: false });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${JSON.stringify(target)}: ${failureSummary ?? ''}`),
    );
  });
}
