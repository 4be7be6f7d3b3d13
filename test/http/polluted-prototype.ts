/** Pollutes `Object.prototype` until the scope ends, as a careless query parser does with `?__proto__[name]=…`. */
export function polluted(members: Readonly<Record<string, unknown>>): Disposable {
  const everywhere = Object.getPrototypeOf({}) as Record<string, unknown>;
  Object.assign(everywhere, members);
  return {
    [Symbol.dispose]: () => {
      for (const name of Object.keys(members)) Reflect.deleteProperty(everywhere, name);
    },
  };
}
