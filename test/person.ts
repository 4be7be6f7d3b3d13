/** A recipient's card that needs nothing but its number; not in the demo shop's list. */
export const RECIPIENT = '4111111111111111';

/** A verification value whose digits occur in no other figure of the tests. */
export const CODE = '737';

/** Finds what a person sees, as the locators of Playwright and of Vitest both do. */
interface Finder<Found> {
  getByRole(role: 'button' | 'group' | 'heading' | 'textbox', options: { name: string | RegExp; exact?: boolean }): Found;
}

/** Where a person finds everything at an element, by roles and labels, whatever drives the browser. */
export abstract class Person<Found extends Finder<Found>> {
  /** The element. */
  abstract readonly within: Found;

  /** Where its form is: in the element, or in a frame. */
  get form(): Finder<Found> {
    return this.within;
  }

  /** An input of a group of inputs. */
  input(group: string, label: string): Found {
    return this.form.getByRole('group', { name: group, exact: true }).getByRole('textbox', { name: label });
  }

  from(label: string): Found {
    return this.input('From card', label);
  }

  to(label: string): Found {
    return this.input('To card', label);
  }

  /** An input of the only card. */
  card(label: string): Found {
    return this.input('Card', label);
  }

  get amount(): Found {
    return this.form.getByRole('textbox', { name: 'Amount' });
  }

  /** The button of a transfer, whatever it does. */
  get transferButton(): Found {
    return this.form.getByRole('button', { name: /^(Send|Confirm|Show the fee)/ });
  }

  /** The button that pays an order, with any amount. */
  get payButton(): Found {
    return this.form.getByRole('button', { name: /^(Pay|Subscribe)\b/ });
  }

  heading(name: RegExp | string): Found {
    return this.within.getByRole('heading', { name });
  }
}
