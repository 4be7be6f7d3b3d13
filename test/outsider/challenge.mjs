// The 3-D Secure page driven as an HTML form over HTTP, the way a browser without script would.
const ENTITIES = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&#x27;': "'", '&lt;': '<', '&gt;': '>' };
const decode = (text) => text.replaceAll(/&(?:amp|quot|lt|gt|#39|#x27);/g, (entity) => ENTITIES[entity]);
const attributes = (tag) => Object.fromEntries([...tag.matchAll(/([a-zA-Z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)].slice(1).map((m) => [m[1].toLowerCase(), decode(m[2] ?? m[3] ?? m[4] ?? '')]));
const strip = (html) => decode(html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).trim();

const inputsOf = (html) => [...html.matchAll(/<input\b[^>]*>/gi)].map(([tag]) => attributes(tag));

/** Forms of a page: action, method, inputs, buttons with their text. */
export function readForms(html) {
  return [...html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/gi)].map(([whole, inside]) => ({
    ...attributes(whole.match(/<form\b[^>]*>/i)[0]),
    inputs: inputsOf(inside).filter((input) => input.type !== 'submit'),
    buttons: [
      ...inputsOf(inside).filter((input) => input.type === 'submit').map((input) => ({ ...input, text: input.value })),
      ...[...inside.matchAll(/<button\b[^>]*>([\s\S]*?)<\/button>/gi)].map(([tag, text]) => ({ ...attributes(tag.match(/<button\b[^>]*>/i)[0]), text: strip(text) })),
    ],
  }));
}

const newVisit = () => ({ cookies: new Map(), trail: [] });

async function go(visit, url, init = {}) {
  const headers = new Headers(init.headers);
  if (visit.cookies.size > 0) headers.set('cookie', [...visit.cookies].map((pair) => pair.join('=')).join('; '));
  const response = await fetch(url, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(20_000) });
  for (const cookie of response.headers.getSetCookie()) {
    const [pair] = cookie.split(';');
    visit.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  const html = await response.text();
  visit.trail.push({ url: String(url), status: response.status, location: response.headers.get('location'), headers: response.headers, html });
  return { response, html };
}

/** Opens the challenge page: {status, html, form, visit}. */
export async function openChallenge(redirectUrl) {
  const visit = newVisit();
  let url = redirectUrl;
  for (let hop = 0; hop < 5; hop += 1) {
    const { response, html } = await go(visit, url);
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || !location) {
      return { visit, url, status: response.status, html, text: strip(html), form: readForms(html).find((form) => form.inputs.some((input) => (input.type ?? 'text') !== 'hidden')) };
    }
    url = new URL(location, url).href;
  }
  throw new Error(`more than five redirects from ${redirectUrl}`);
}

/** Presses a button of the opened page, then follows until an address outside the page's origin (that one is not opened). */
export async function press(opened, buttonText, code) {
  const forms = readForms(opened.html);
  const form = forms.find((one) => one.buttons.some((button) => button.text === buttonText));
  if (!form) throw new Error(`no form with a button "${buttonText}" in: ${opened.text.slice(0, 200)}`);
  const button = form.buttons.find((one) => one.text === buttonText);
  const data = new URLSearchParams();
  for (const input of form.inputs) {
    if (!input.name) continue;
    data.append(input.name, (input.type ?? 'text') === 'hidden' ? (input.value ?? '') : (code ?? ''));
  }
  if (button.name) data.append(button.name, button.value ?? '');
  const home = new URL(opened.url).origin;
  let url = new URL(button.formaction ?? form.action ?? opened.url, opened.url).href;
  const method = (button.formmethod ?? form.method ?? 'get').toUpperCase();
  let init = method === 'POST' ? { method, body: data, headers: { origin: home } } : {};
  if (method === 'GET') url = `${url.split('?')[0]}?${data}`;
  for (let hop = 0; hop < 6; hop += 1) {
    const { response, html } = await go(opened.visit, url, init);
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || !location) return { status: response.status, html, text: strip(html), url, trail: opened.visit.trail };
    url = new URL(location, url).href;
    init = {};
    if (new URL(url).origin !== home) return { status: response.status, location: url, trail: opened.visit.trail };
  }
  throw new Error('more than six redirects after the press');
}
