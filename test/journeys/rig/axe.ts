import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe finds in a whole document, shadow roots included. A frame is a document of its own.
 *
 * @param rules the only rules to ask: where nothing but the colors changed, `color-contrast`.
 */
export async function violations(page: Page | Frame, ...rules: readonly string[]): Promise<string[]> {
  // Evaluated, because a page's content security policy would block an added script.
  await page.evaluate(source);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as {
      axe: {
        run(options: {
          iframes: boolean;
          runOnly?: readonly string[];
        }): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[] }>;
      };
    };
    const { violations: found } = await axe.run({ iframes: false, ...(only.length > 0 && { runOnly: only }) });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${JSON.stringify(target)}: ${failureSummary ?? ''}`),
    );
  }, rules);
}
