import { html, nothing, svg } from 'lit';
import { beforeEach, expect, test } from 'vitest';
import { render } from '../../src/frame/render.js';

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
  return () => root.remove();
});

/** The rendered markup, without the comments between the nodes. */
const shown = (): string => root.innerHTML.replaceAll('<!---->', '');

test('shows texts, attributes and values, and changes only what differs', () => {
  const view = (name: string, id: unknown) => html`<p id=${id} class="a ${name} b">Hello, <b>${name}</b>!</p>`;
  render(view('Ann', 'x'), root);
  const before = root.querySelector('p');
  expect(shown()).toBe('<p id="x" class="a Ann b">Hello, <b>Ann</b>!</p>');
  render(view('Bob', nothing), root);
  expect(shown()).toBe('<p class="a Bob b">Hello, <b>Bob</b>!</p>');
  expect(root.querySelector('p')).toBe(before);
});

test('shows text as text, never as markup', () => {
  const text = '<img src=x>';
  render(html`<p>${text}</p>`, root);
  expect(root.querySelector('img')).toBeNull();
  expect(root.textContent).toBe('<img src=x>');
});

test('replaces a template by another one, by nothing, and by a list', () => {
  const one = html`<i>one</i>`;
  const view = (value: unknown) => html`<p>${value}</p>`;
  const three = 3;
  render(view(one), root);
  expect(shown()).toBe('<p><i>one</i></p>');
  render(view(nothing), root);
  expect(shown()).toBe('<p></p>');
  render(view([one, 'two', html`<b>${three}</b>`]), root);
  expect(shown()).toBe('<p><i>one</i>two<b>3</b></p>');
  render(view([one]), root);
  expect(shown()).toBe('<p><i>one</i></p>');
  render(view('text'), root);
  expect(shown()).toBe('<p>text</p>');
});

test('sets properties and boolean attributes, and calls the latest listener', () => {
  const heard: string[] = [];
  const view = (name: string, isOff: boolean) =>
    html`<input .defaultValue=${name} ?disabled=${isOff} @input=${() => heard.push(name)} />`;
  render(view('a', true), root);
  const input = root.querySelector('input')!;
  expect([input.value, input.disabled]).toEqual(['a', true]);
  render(view('b', false), root);
  expect(root.querySelector('input')).toBe(input);
  expect(input.disabled).toBe(false);
  input.dispatchEvent(new Event('input'));
  expect(heard).toEqual(['b']);
});

test('a text that was typed stays when its template is shown again', () => {
  const view = (label: string) => html`<label>${label}</label><input .defaultValue=${''} />`;
  render(view('a'), root);
  root.querySelector('input')!.value = '42';
  render(view('b'), root);
  expect(root.querySelector('input')!.value).toBe('42');
});

test('draws SVG in its namespace, in nested templates too', () => {
  render(html`<svg viewBox="0 0 1 1" aria-hidden="true">${svg`<path d="M0 0"></path>`}</svg><p>after</p>`, root);
  expect(root.querySelector('path')).toBeInstanceOf(SVGPathElement);
  expect(root.querySelector('p')).toBeInstanceOf(HTMLParagraphElement);
});

test('refuses a template that is not closed', () => {
  expect(() => render(html`<p><b></p>`, root)).toThrow(TypeError);
  expect(() => render(html`<p>`, root)).toThrow(TypeError);
});
