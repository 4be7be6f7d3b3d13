// The console's script: keeps the live parts of a page up to date, and sends the requests of buttons and forms. Only the
// server writes markup, so that a page without script shows the same.
const EVERY = 1_000;

const announce = (text: string): void => {
  const place = document.getElementById('message');
  if (place && place.textContent !== text) place.textContent = text;
};

/** Replaces a part's content, but keeps the focus, open details, and scrolled tables. */
function replacePart(old: Element, fresh: Element): void {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const key = focused instanceof HTMLElement ? focused.dataset['key'] : undefined;
  const links = [...old.querySelectorAll('a')];
  const linkAt = focused instanceof HTMLAnchorElement ? links.indexOf(focused) : -1;
  const open = [...old.querySelectorAll('details[open]')].map(({ id }) => id);
  const scrolled = [...old.querySelectorAll('.scroll')].map(({ scrollLeft }) => scrollLeft);
  old.replaceChildren(...fresh.childNodes);
  for (const [index, table] of [...old.querySelectorAll('.scroll')].entries()) table.scrollLeft = scrolled[index] ?? 0;
  for (const details of old.querySelectorAll('details')) details.open = open.includes(details.id);
  if (key !== undefined) [...old.querySelectorAll<HTMLElement>('[data-key]')].find((one) => one.dataset['key'] === key)?.focus();
  else if (linkAt >= 0) old.querySelectorAll('a')[linkAt]?.focus();
  else if (focused) old.querySelector<HTMLElement>('[tabindex]')?.focus();
}

const isSelected = (part: Element): boolean => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(part, true);
};

// The server's last version: the page's own copy changes when details are opened.
const written = new Map([...document.querySelectorAll('[data-live]')].map(({ id, innerHTML }) => [id, innerHTML]));

async function refresh(): Promise<void> {
  try {
    const response = await fetch(location.pathname + location.search);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const part of document.querySelectorAll('[data-live]')) {
      const fresh = page.getElementById(part.id);
      // Keeps selected text.
      if (fresh && written.get(part.id) !== fresh.innerHTML && !isSelected(part)) {
        written.set(part.id, fresh.innerHTML);
        replacePart(part, fresh);
      }
    }
    announce('');
  } catch {
    announce('The sandbox does not respond.');
  }
}

/** @returns an error message; empty on success. */
async function send(request: string, body: string | undefined): Promise<string> {
  const [method = 'POST', path = '/'] = request.split(' ');
  try {
    const response = await fetch(path, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body }),
    });
    const problem = response.ok ? '' : ((await response.json()) as { message: string }).message;
    await refresh();
    return problem;
  } catch {
    return 'The sandbox does not respond.';
  }
}

function bodyOf(form: HTMLFormElement): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const input of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
    const isCheck = input instanceof HTMLInputElement && input.type === 'checkbox';
    if (isCheck ? !input.checked : input.value === '') continue;
    body[input.name] = isCheck ? true : input.type === 'number' ? Number(input.value) : input.value;
  }
  // The form sends the product of a count and a unit.
  const { product } = form.dataset;
  return product === undefined ? body : { [product]: Number(body['count']) * Number(body['unit']) };
}

async function whileDisabled(button: HTMLButtonElement | null, work: () => Promise<void>): Promise<void> {
  button?.setAttribute('aria-disabled', 'true');
  try {
    await work();
  } finally {
    button?.removeAttribute('aria-disabled');
  }
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-send], button[data-copy]') : null;
  if (!button || button.ariaDisabled === 'true') return;
  const { send: request, body, copy } = button.dataset;
  if (copy !== undefined) {
    void navigator.clipboard.writeText(copy).then(
      () => announce('Copied.'),
      () => announce('The browser does not allow pages to copy.'),
    );
  } else if (request !== undefined) {
    void whileDisabled(button, async () => {
      const problem = await send(request, body);
      if (problem) announce(problem);
    });
  }
});

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset['send'] === undefined) return;
  event.preventDefault();
  const request = form.dataset['send'];
  const result = form.querySelector('.result');
  void whileDisabled(form.querySelector<HTMLButtonElement>('button[type=submit]'), async () => {
    const problem = await send(request, JSON.stringify(bodyOf(form)));
    if (!result) return;
    result.textContent = problem || 'Done.';
    result.classList.toggle('bad', problem !== '');
  });
});

// A link to closed details opens them.
function openTarget(): void {
  const target = location.hash === '' ? null : document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
  target?.scrollIntoView();
}
addEventListener('hashchange', openTarget);
openTarget();

async function keepFresh(): Promise<void> {
  if (!document.hidden && document.querySelector('[data-live]')) await refresh();
  setTimeout(() => void keepFresh(), EVERY);
}
document.documentElement.dataset['script'] = '';
setTimeout(() => void keepFresh(), EVERY);
